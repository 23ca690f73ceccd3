import { callKey } from '../calls/list-endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { interviews } from './interview-endpoints.ts';
import { BODY_LIMITS } from '../limits.ts';
import { spanQuery } from '../shared/span.ts';
import { quotaBoard, quotasBody } from './quota-schemas.ts';
import { linkBody, linkCounts, sentLink } from './link-schemas.ts';
import * as schemas from './survey-schemas.ts';

export const surveys = {
  list: endpoint('GET', '/survey', 'campaign.manage', {
    service: 'any',
    summary: 'Los relevamientos',
    response: schemas.surveyList,
  }),
  get: endpoint('GET', '/survey/:id', 'campaign.manage', {
    service: 'any',
    summary: 'Un relevamiento, con lo que pregunta ahora',
    response: schemas.surveyDetail,
  }),
  create: endpoint('POST', '/survey', 'config', {
    summary: 'Crea un relevamiento',
    body: schemas.surveyBody,
    bodyLimit: BODY_LIMITS.survey,
    status: 201,
    response: schemas.surveyDetail,
    errors: ['NAME_TAKEN', 'SURVEY_MISTAKES'],
  }),
  update: endpoint('PUT', '/survey/:id', 'config', {
    summary: 'Actualiza un relevamiento; con respuestas, lo que pregunta pasa a ser otra versión',
    body: schemas.surveyPatch,
    bodyLimit: BODY_LIMITS.survey,
    response: schemas.surveyDetail,
    errors: ['NAME_TAKEN', 'SURVEY_MISTAKES', 'CONFLICT', 'TEXT_ERASED'],
  }),
  ofCampaign: endpoint('GET', '/campaign/:id/survey', 'staff', {
    service: 'campaign.detail',
    summary: 'Lo que se pregunta en una campaña',
    response: schemas.campaignSurvey,
  }),
  ...interviews,
  quotas: endpoint('GET', '/campaign/:id/quota', 'campaign.statistics', {
    summary: 'Los cupos de una campaña y cuántos tiene cada uno',
    response: quotaBoard,
  }),
  saveQuotas: endpoint('PUT', '/campaign/:id/quota', 'campaign.create', {
    summary: 'Cambia los cupos de una campaña: los que no vienen se quitan',
    body: quotasBody,
    response: quotaBoard,
    errors: ['CAMPAIGN_FINISHED', 'CONFLICT', 'TEXT_ERASED'],
  }),
  linkCounts: endpoint('GET', '/campaign/:id/survey-links', 'campaign.statistics', {
    summary: 'A cuántos se envió un enlace de la campaña, y cuántos respondieron por él',
    query: spanQuery,
    response: linkCounts,
  }),
  sendLink: endpoint('POST', '/campaign/:id/call/:callId/survey-link', 'staff', {
    summary: 'Hace un enlace para que la persona responda sola, y lo manda por mail o lo da para WhatsApp',
    params: callKey,
    body: linkBody,
    response: sentLink,
    errors: [
      'INVALID_OPERATOR',
      'CAMPAIGN_NOT_OPEN',
      'CALL_HELD',
      'CALL_ERASED',
      'NUMBER_BLOCKED',
      'SURVEY_NONE',
      'PERSON_NO_MAIL',
      'TOO_MANY_REQUESTS',
    ],
  }),
};
