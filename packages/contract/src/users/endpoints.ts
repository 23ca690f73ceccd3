import { z } from 'zod';
import { message } from '../auth/schemas.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { heldQuery, heldTogether, leavingBody, userChangeResults } from './leaving.ts';
import {
  userBody,
  userCampaign,
  userDetail,
  userListQuery,
  userLookup,
  userPage,
  userPatch,
  usersPatch,
} from './schemas.ts';

const key = z.object({ id });

/** Accounts. Their sessions stand with the other sessions, in auth. */
export const users = {
  list: endpoint({
    method: 'GET',
    path: '/user',
    summary: 'Con pageNumber, la lista paginada de usuarios (permiso users); sin él, las personas que se pueden elegir',
    access: 'staff',
    query: userListQuery,
    response: z.union([userPage, userLookup]),
    errors: ['FORBIDDEN'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/user/:id',
    summary: 'Un usuario',
    access: 'users',
    params: key,
    response: userDetail,
  }),
  campaigns: endpoint({
    method: 'GET',
    path: '/user/:id/campaign/calls',
    summary: 'Las campañas de una persona y sus llamados en ellas',
    access: 'users',
    params: key,
    response: z.array(userCampaign),
  }),
  held: endpoint({
    method: 'GET',
    path: '/user/held',
    summary: 'Lo que varios usuarios tienen por llamar, en conjunto',
    access: 'users',
    query: heldQuery,
    response: heldTogether,
  }),
  create: endpoint({
    method: 'POST',
    path: '/user',
    summary: 'Crea un usuario y le envía una invitación',
    access: 'users',
    body: userBody,
    status: 201,
    response: userDetail,
    errors: ['EMAIL_TAKEN'],
    audited: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/:id',
    summary: 'Actualiza un usuario',
    access: 'users',
    params: key,
    body: userPatch,
    response: userDetail,
    errors: [
      'EMAIL_TAKEN',
      'OWN_ACCOUNT',
      'LAST_ADMINISTRATOR',
      'CONFLICT',
      'PERSON_NOT_ALLOWED',
      'TOO_MANY_PER_OPERATOR',
    ],
    audited: true,
  }),
  enable: endpoint({
    method: 'PATCH',
    path: '/user/:id/active',
    summary: 'Habilita a un usuario',
    access: 'users',
    params: key,
    response: userDetail,
    errors: ['OWN_ACCOUNT'],
    audited: true,
  }),
  disable: endpoint({
    method: 'PATCH',
    path: '/user/:id/deactive',
    summary: 'Deshabilita a un usuario, cierra sus sesiones y entrega sus llamados',
    access: 'users',
    params: key,
    body: leavingBody,
    response: userDetail,
    errors: ['OWN_ACCOUNT', 'LAST_ADMINISTRATOR', 'PERSON_NOT_ALLOWED', 'TOO_MANY_PER_OPERATOR'],
    audited: true,
  }),
  changeMany: endpoint({
    method: 'PATCH',
    path: '/user',
    summary: 'Habilita, deshabilita o cambia los roles de varios usuarios; dice de cada uno qué pasó',
    access: 'users',
    body: usersPatch,
    response: userChangeResults,
    errors: ['PERSON_NOT_ALLOWED', 'TOO_MANY_PER_OPERATOR'],
    audited: true,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/user/:id/recovery',
    summary: 'Envía a un usuario el enlace para elegir su contraseña',
    access: 'users',
    params: key,
    response: message,
    errors: ['USER_DISABLED'],
    audited: true,
  }),
};
