import { z } from 'zod';
import { message } from '../auth/schemas.ts';
import { endpoint } from '../endpoint.ts';
import { BODY_LIMITS } from '../limits.ts';
import { importBody, imported, importPreviewBody, importReport } from './import-schemas.ts';
import { openCallsQuery, heldTogether, inviteBody, leavingBody, userChangeResults } from './leaving.ts';
import * as schemas from './schemas.ts';

export const users = {
  list: endpoint('GET', '/user', 'staff', {
    summary: 'Con pageNumber, la lista paginada de usuarios (permiso users); sin él, las personas que se pueden elegir',
    query: schemas.userListQuery,
    response: z.union([schemas.userPage, schemas.userLookup]),
    errors: ['FORBIDDEN'],
  }),
  get: endpoint('GET', '/user/:id', 'users', { summary: 'Un usuario', response: schemas.userDetail }),
  campaigns: endpoint('GET', '/user/:id/campaign/calls', 'users', {
    summary: 'Las campañas de una persona y sus llamados en ellas',
    response: z.array(schemas.userCampaign),
  }),
  held: endpoint('GET', '/user/held', 'users', {
    summary: 'Lo que varios usuarios tienen por llamar, en conjunto',
    query: openCallsQuery,
    response: heldTogether,
  }),
  create: endpoint('POST', '/user', 'users', {
    summary: 'Crea un usuario y le envía una invitación',
    body: schemas.userBody,
    status: 201,
    response: schemas.userDetail,
    errors: ['EMAIL_TAKEN', 'TOO_MANY_LINKS_SENT'],
  }),
  previewImport: endpoint('POST', '/user/import/preview', 'users', {
    summary: 'Qué filas de un archivo de usuarios se pueden crear y cuáles no, y por qué; no crea nada',
    body: importPreviewBody,
    bodyLimit: BODY_LIMITS.userFile,
    response: importReport,
    audited: false,
  }),
  import: endpoint('POST', '/user/import', 'users', {
    summary: 'Crea los usuarios de las filas correctas y los invita: todos o ninguno',
    body: importBody,
    bodyLimit: BODY_LIMITS.userFile,
    status: 201,
    response: imported,
    errors: ['CONFLICT', 'EMAIL_TAKEN', 'TOO_MANY_LINKS_SENT'],
  }),
  invite: endpoint('POST', '/user/invitation', 'users', {
    summary: 'Envía otra vez la invitación a quienes todavía no entraron',
    body: inviteBody,
    response: userChangeResults,
    errors: ['TOO_MANY_LINKS_SENT'],
  }),
  update: endpoint('PUT', '/user/:id', 'users', {
    summary: 'Actualiza un usuario',
    body: schemas.userPatch,
    bodyLimit: BODY_LIMITS.severalLists,
    response: schemas.userDetail,
    errors: [
      'EMAIL_TAKEN',
      'TOO_MANY_LINKS_TO_USER',
      'TOO_MANY_LINKS_SENT',
      'OWN_ACCOUNT',
      'LAST_ADMINISTRATOR',
      'CONFLICT',
      'PERSON_NOT_ALLOWED',
      'TOO_MANY_PER_OPERATOR',
    ],
  }),
  enable: endpoint('PATCH', '/user/:id/active', 'users', {
    summary: 'Habilita a un usuario',
    response: schemas.userDetail,
    idempotentBecause: 'sets one switch to the stated value',
    errors: ['OWN_ACCOUNT'],
  }),
  disable: endpoint('PATCH', '/user/:id/deactive', 'users', {
    summary: 'Deshabilita a un usuario, cierra sus sesiones y entrega sus llamados',
    body: leavingBody,
    bodyLimit: BODY_LIMITS.severalLists,
    response: schemas.userDetail,
    idempotentBecause: 'sets one switch to the stated value',
    errors: ['OWN_ACCOUNT', 'LAST_ADMINISTRATOR', 'PERSON_NOT_ALLOWED', 'TOO_MANY_PER_OPERATOR'],
  }),
  changeMany: endpoint('PATCH', '/user', 'users', {
    summary: 'Habilita, deshabilita o cambia los roles de varios usuarios; dice de cada uno qué pasó',
    body: schemas.usersPatch,
    bodyLimit: BODY_LIMITS.severalLists,
    response: userChangeResults,
    idempotentBecause: 'sets the stated value on each user it names',
    errors: ['PERSON_NOT_ALLOWED', 'TOO_MANY_PER_OPERATOR'],
  }),
  sendLink: endpoint('POST', '/user/:id/recovery', 'users', {
    summary: 'Envía a un usuario el enlace para elegir su contraseña',
    response: message,
    errors: ['USER_DISABLED', 'TOO_MANY_LINKS_TO_USER', 'TOO_MANY_LINKS_SENT'],
  }),
};
