import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { TABLE_ERRORS } from '../loads/schemas.ts';
import * as schemas from './schemas.ts';

export const blockLists = {
  list: endpoint('GET', '/block-list', 'block-lists', {
    summary: 'Las listas de bloqueo vigentes, con su última carga',
    response: schemas.blockListOverview,
  }),
  loads: endpoint('GET', '/block-list/:id/loads', 'block-lists', {
    summary: 'Las últimas cargas de una lista, con su informe',
    response: z.array(schemas.listLoad),
  }),
  upload: endpoint('POST', '/block-list', 'block-lists', {
    summary: 'Carga una lista de bloqueo: una nueva, o reemplaza o agrega números a una que existe',
    multipart: true,
    files: schemas.LIST_FILES,
    body: schemas.listFields,
    status: 202,
    response: schemas.blockList,
    errors: ['NAME_TAKEN', 'LIST_LOADING', ...TABLE_ERRORS],
  }),
  cancel: endpoint('DELETE', '/block-list/load/:id', 'block-lists', {
    summary: 'Cancela una carga en marcha: la lista queda como estaba',
    response: schemas.listLoad,
    errors: ['LOAD_NOT_RUNNING'],
  }),
  rejected: endpoint('GET', '/block-list/load/:id/rejected', 'block-lists', {
    summary: 'Las líneas rechazadas de una carga, en CSV',
    file: true,
  }),
  lookUp: endpoint('GET', '/block-list/number', 'block-lists', {
    summary: 'Qué bloquea a un número: listas, quién y cuándo, y su propio bloqueo',
    query: z.object({ number: schemas.phoneNumber }),
    response: schemas.numberBlocks,
  }),
  removeNumber: endpoint('POST', '/block-list/:id/number/removal', 'block-lists', {
    summary: 'Quita un número de una lista, con el motivo',
    body: z.object({ number: schemas.phoneNumber, reason: schemas.removalReason }),
    response: schemas.numberBlocks,
    errors: ['LIST_LOADING', 'NUMBER_NOT_LISTED'],
  }),
  remove: endpoint('POST', '/block-list/:id/removal', 'block-lists', {
    summary: 'Quita una lista entera, con el motivo',
    body: z.object({ reason: schemas.removalReason }),
    status: 204,
    response: z.undefined(),
    errors: ['LIST_LOADING'],
  }),
};
