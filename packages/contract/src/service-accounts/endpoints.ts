import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

import { id, idNumber } from '../shared/paging.ts';
import * as schemas from './schemas.ts';

export const serviceAccounts = {
  list: endpoint('GET', '/service-account', 'users', {
    summary: 'Las cuentas de servicio',
    query: schemas.serviceListQuery,
    response: schemas.serviceAccountPage,
  }),
  get: endpoint('GET', '/service-account/:id', 'users', {
    summary: 'Una cuenta de servicio, con sus claves y su uso por día',
    response: schemas.serviceAccountDetail,
  }),
  create: endpoint('POST', '/service-account', 'users', {
    summary: 'Crea una cuenta de servicio; su clave se muestra solo en esta respuesta',
    body: schemas.serviceAccountBody,
    status: 201,
    response: z.object({ id: idNumber, key: z.string() }),
    errors: ['NAME_TAKEN'],
    confirmed: true,
  }),
  update: endpoint('PUT', '/service-account/:id', 'users', {
    summary: 'Cambia una cuenta de servicio; si le da más alcance, pide confirmar la identidad',
    body: schemas.serviceAccountPatch,
    response: schemas.serviceAccountDetail,
    errors: ['NAME_TAKEN', 'CONFLICT', 'CONFIRMATION_REQUIRED'],
  }),
  setState: endpoint('PATCH', '/service-account/:id/state', 'users', {
    summary: 'Deshabilita una cuenta de servicio en el acto, o la habilita',
    body: schemas.serviceStateBody,
    response: schemas.serviceAccountDetail,
    idempotentBecause: 'sets one switch to the stated value',
    errors: ['CONFIRMATION_REQUIRED'],
  }),
  rotate: endpoint('POST', '/service-account/:id/key', 'users', {
    summary: 'Crea otra clave, que se muestra solo en esta respuesta; las anteriores valen un día más',
    body: schemas.rotateBody,
    status: 201,
    response: z.object({ key: z.string() }),
    errors: ['CONFLICT', 'TOO_MANY_KEYS'],
    confirmed: true,
  }),
  endKey: endpoint('DELETE', '/service-account/:id/key/:keyId', 'users', {
    summary: 'Anula una clave en el acto',
    params: z.object({ id, keyId: id }),
    response: schemas.serviceAccountDetail,
  }),
};
