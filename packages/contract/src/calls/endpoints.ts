import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { callKey, callLists } from './list-endpoints.ts';
import { BODY_LIMITS } from '../limits.ts';
import { id, longId } from '../shared/paging.ts';
import { INTERVIEW_ERRORS } from '../surveys/schemas.ts';
import * as schemas from './schemas.ts';

const OUTCOME_ERRORS = [
  'STATE_NOT_ALLOWED',
  'SUBSTATE_NOT_ALLOWED',
  'CALLBACK_NOT_ALLOWED',
  'CALLBACK_OUTSIDE_HOURS',
  'PERSON_NOT_ON_NUMBER',
] as const;

export const calls = {
  ...callLists,
  history: endpoint('GET', '/campaign/:id/call/:callId', 'staff', {
    service: 'campaign.detail',
    summary: 'Los resultados registrados de un llamado',
    params: callKey,
    response: z.array(schemas.historyEntry),
  }),
  register: endpoint('POST', '/campaign/:id/call/:callId', 'staff', {
    summary: 'Registra el resultado de un llamado',
    params: callKey,
    body: schemas.registerBody,
    bodyLimit: BODY_LIMITS.interview,
    response: schemas.historyEntry,
    errors: [
      'INVALID_OPERATOR',
      'CAMPAIGN_NOT_OPEN',
      'CALL_HELD',
      'CALL_ERASED',
      'NUMBER_INVALID',
      'NUMBER_BLOCKED',
      ...OUTCOME_ERRORS,
      ...INTERVIEW_ERRORS,
    ],
  }),
  reassign: endpoint('PUT', '/campaign/:id/call/:callId/operator/:operatorId', 'staff', {
    service: 'campaign.manage',
    summary: 'Pasa un llamado a otro operador',
    params: callKey.extend({ operatorId: id }),
    response: schemas.reassigned,
    idempotentBecause: 'names the one operator it sets',
    errors: ['CALL_HELD', 'CALL_ERASED', 'CAMPAIGN_FINISHED', 'PERSON_NOT_ALLOWED', 'FORBIDDEN', 'SAME_OPERATOR'],
  }),
  correct: endpoint('POST', '/campaign/:id/call/:callId/history/:entryId/correction', 'campaign.manage', {
    summary: 'Corrige un resultado registrado, con su motivo',
    params: callKey.extend({ entryId: longId }),
    body: schemas.correctionBody,
    bodyLimit: BODY_LIMITS.interview,
    response: schemas.historyEntry,
    errors: [
      'CAMPAIGN_FINISHED',
      'CONFLICT',
      'TEXT_ERASED',
      'ALREADY_CORRECTED',
      'CALL_ERASED',
      ...OUTCOME_ERRORS,
      ...INTERVIEW_ERRORS,
    ],
  }),
  search: endpoint('GET', '/search/call', 'staff', {
    service: 'campaign.detail',
    summary: 'Quién está devolviendo la llamada: busca por número',
    query: schemas.callSearch,
    response: schemas.foundCalls,
  }),
  today: endpoint('GET', '/statistics/me/today', 'staff', {
    summary: 'Lo hecho hoy por quien pregunta',
    response: schemas.ownDay,
  }),
};
