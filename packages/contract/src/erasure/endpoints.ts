import { none } from '../auth/schemas.ts';
import { endpoint } from '../endpoint.ts';
import {
  candidateKey,
  candidatePage,
  candidateQuery,
  decisionBody,
  erasedKey,
  erasureBody,
  erasureView,
} from './schemas.ts';

/** Erasing a citizen at their request. For whoever answers their requests: Administrador. */
export const erasure = {
  view: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id/erasure',
    summary: 'Qué borraría la supresión de una persona y qué quedaría; y cómo va la que se pidió',
    access: 'personal-data',
    params: erasedKey,
    response: erasureView,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/personal-data/person/:id/erasure',
    summary: 'Borra los datos de una persona por un pedido de supresión',
    access: 'personal-data',
    params: erasedKey,
    body: erasureBody,
    response: erasureView,
    status: 202,
    errors: ['ERASURE_NOT_CONFIRMED', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED', 'ERASURE_DONE'],
    confirmed: true,
    audited: true,
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/personal-data/person/:id/erasure/candidates',
    summary: 'Los textos y las otras fichas que pueden tratarse de la persona borrada: primero lo que falta decidir',
    access: 'personal-data',
    params: erasedKey,
    query: candidateQuery,
    response: candidatePage,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/personal-data/erasure-candidate/:id/decision',
    summary: 'Borra o deja un texto o una ficha que puede tratarse de la persona borrada',
    access: 'personal-data',
    params: candidateKey,
    body: decisionBody,
    response: none,
    status: 204,
    errors: ['CANDIDATE_DECIDED', 'REASON_NAMES_PERSON'],
    confirmed: true,
    audited: true,
  }),
};
