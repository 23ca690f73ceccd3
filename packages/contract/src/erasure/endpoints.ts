import { endpoint } from '../endpoint.ts';
import { longIdKey } from '../shared/paging.ts';
import { candidatePage, candidateQuery, decisionBody, erasureBody, erasureView } from './schemas.ts';

export const erasure = {
  view: endpoint('GET', '/personal-data/person/:id/erasure', 'personal-data', {
    summary: 'Qué borraría la supresión de una persona y qué quedaría; y cómo va la que se pidió',
    params: longIdKey,
    response: erasureView,
  }),
  ask: endpoint('POST', '/personal-data/person/:id/erasure', 'personal-data', {
    summary: 'Borra los datos de una persona por un pedido de supresión',
    params: longIdKey,
    body: erasureBody,
    response: erasureView,
    status: 202,
    errors: ['ERASURE_NOT_CONFIRMED', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED', 'ERASURE_DONE'],
    confirmed: true,
  }),
  candidates: endpoint('GET', '/personal-data/person/:id/erasure/candidates', 'personal-data', {
    summary: 'Los textos y las otras fichas que pueden tratarse de la persona borrada: primero lo que falta decidir',
    params: longIdKey,
    query: candidateQuery,
    response: candidatePage,
  }),
  decide: endpoint('POST', '/personal-data/erasure-candidate/:id/decision', 'personal-data', {
    summary: 'Borra o deja un texto o una ficha que puede tratarse de la persona borrada',
    body: decisionBody,
    errors: ['CANDIDATE_DECIDED', 'REASON_NAMES_PERSON'],
    confirmed: true,
  }),
};
