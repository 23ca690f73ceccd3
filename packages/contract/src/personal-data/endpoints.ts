import { endpoint } from '../endpoint.ts';
import {
  heldCallPage,
  heldCopies,
  heldPerson,
  heldQuery,
  heldRecordPage,
  personKey,
  searchAnswer,
  searchBody,
} from './schemas.ts';

/** Everything that is held of one citizen. For whoever answers their requests: Administrador. */
export const personalData = {
  /** A POST, so that what was looked for stands in no address. */
  search: endpoint({
    method: 'POST',
    path: '/personal-data/search',
    summary: 'Busca personas por número, documento, correo o nombre',
    access: 'personal-data',
    body: searchBody,
    response: searchAnswer,
    errors: ['LOOK_TOO_LONG'],
    audited: true,
  }),
  person: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id',
    summary: 'Los datos de una persona y de dónde vinieron',
    access: 'personal-data',
    params: personKey,
    response: heldPerson,
    /** Opening it is audited. */
    hasEffect: true,
  }),
  calls: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id/call',
    summary: 'Los llamados de una persona con sus resultados',
    access: 'personal-data',
    params: personKey,
    query: heldQuery,
    response: heldCallPage,
  }),
  copies: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id/copy',
    summary: 'Dónde más figura una persona: exportaciones, filas rechazadas, avisos y correos',
    access: 'personal-data',
    params: personKey,
    response: heldCopies,
    errors: ['LOOK_TOO_LONG'],
  }),
  records: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id/audit',
    summary: 'Los registros de auditoría sobre una persona, sus llamados y sus pedidos',
    access: 'personal-data',
    params: personKey,
    query: heldQuery,
    response: heldRecordPage,
  }),
};
