import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longIdKey, pageOf } from '../shared/paging.ts';
import { BODY_LIMITS } from '../limits.ts';
import * as requestSchemas from './request-schemas.ts';
import * as schemas from './schemas.ts';

export const personalData = {
  /** A POST, so that what was looked for stands in no address. */
  search: endpoint('POST', '/personal-data/search', 'personal-data', {
    summary: 'Busca personas por número, documento, correo o nombre',
    body: schemas.searchBody,
    response: z.object({ persons: z.array(schemas.foundPerson), hasMore: z.boolean() }),
    errors: ['LOOK_TOO_LONG'],
  }),
  person: endpoint('GET', '/personal-data/person/:id', 'personal-data', {
    summary: 'Los datos de una persona y de dónde vinieron',
    params: longIdKey,
    response: schemas.personalDataRecord,
    /** Opening it is audited. */
    hasEffect: true,
  }),
  calls: endpoint('GET', '/personal-data/person/:id/call', 'personal-data', {
    summary: 'Los llamados de una persona con sus resultados',
    params: longIdKey,
    query: schemas.heldQuery,
    response: schemas.heldCallPage,
  }),
  copies: endpoint('GET', '/personal-data/person/:id/copy', 'personal-data', {
    summary: 'Dónde más figura una persona: exportaciones, filas rechazadas, avisos y correos',
    params: longIdKey,
    response: schemas.otherOccurrences,
    errors: ['LOOK_TOO_LONG'],
  }),
  records: endpoint('GET', '/personal-data/person/:id/audit', 'personal-data', {
    summary: 'Los registros de auditoría sobre una persona, sus llamados y sus pedidos',
    params: longIdKey,
    query: schemas.heldQuery,
    response: schemas.heldRecordPage,
  }),
  requests: endpoint('GET', '/personal-data/request', 'personal-data', {
    summary: 'El registro de pedidos; primero lo que vence antes',
    query: requestSchemas.requestQuery,
    response: pageOf('requests', requestSchemas.dataRequest),
  }),
  request: endpoint('GET', '/personal-data/request/:id', 'personal-data', {
    summary: 'Un pedido',
    params: longIdKey,
    response: requestSchemas.dataRequest,
  }),
  createRequest: endpoint('POST', '/personal-data/request', 'personal-data', {
    summary: 'Registra lo que una persona pide sobre sus datos',
    body: requestSchemas.requestBody,
    bodyLimit: BODY_LIMITS.longText,
    status: 201,
    response: z.object({ id: z.number() }),
  }),
  changeRequest: endpoint('PATCH', '/personal-data/request/:id', 'personal-data', {
    summary: 'Dice de quién es un pedido, cómo se identificó a esa persona o quién lo atiende',
    params: longIdKey,
    body: requestSchemas.requestPatch,
    response: requestSchemas.dataRequest,
    errors: ['CONFLICT', 'REQUEST_ANSWERED'],
  }),
  answerRequest: endpoint('PUT', '/personal-data/request/:id/answer', 'personal-data', {
    summary: 'Responde un pedido y lo cierra; como cumplido, cuando se hizo todo lo que pide o con un motivo',
    params: longIdKey,
    body: requestSchemas.answerBody,
    bodyLimit: BODY_LIMITS.longText,
    response: requestSchemas.dataRequest,
    errors: ['CONFLICT', 'REQUEST_ANSWERED', 'REQUEST_NOT_DONE'],
  }),
  markDoNotCall: endpoint('POST', '/personal-data/request/:id/do-not-call', 'personal-data', {
    summary: 'Marca a la persona de un pedido de oposición como No llamar',
    params: longIdKey,
    body: requestSchemas.versionBody,
    response: requestSchemas.dataRequest,
    errors: ['CONFLICT', 'REQUEST_ANSWERED', 'REQUEST_UNFIT'],
  }),
  removeRequester: endpoint('POST', '/personal-data/request/:id/forget', 'personal-data', {
    summary: 'Quita de un pedido respondido quién lo hizo y lo que dicen él y su respuesta; queda el registro',
    params: longIdKey,
    body: requestSchemas.versionBody,
    response: requestSchemas.dataRequest,
    errors: ['CONFLICT'],
  }),
};
