import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BODY_LIMITS } from '../limits.ts';
import { id } from '../shared/paging.ts';
import { SCRIPT_FILES } from '../shared/files.ts';
import * as detailSchemas from './detail-schemas.ts';
import { campaignLists } from './list-endpoints.ts';
import { createCampaignFields } from './create-schemas.ts';
import { ongoingBody, scriptFields, updateCampaignFields } from './write-schemas.ts';

const FILE_ERRORS = ['IMAGE_TOO_LARGE', 'PDF_WITH_SCRIPTS'] as const;
const CHOICE_ERRORS = [
  'PERSON_NOT_ALLOWED',
  'OBJECTIVE_UNKNOWN',
  'OBJECTIVE_DISABLED',
  'UNKNOWN_PLACE',
  'FORM_UNKNOWN',
  'SURVEY_UNKNOWN',
  'FORMS_UNAVAILABLE',
] as const;
const STATE_ERRORS = ['UNKNOWN_STATE', 'STATE_DISABLED', 'SYSTEM_STATE'] as const;

export const campaigns = {
  ...campaignLists,
  create: endpoint('POST', '/campaign', 'campaign.create', {
    summary: 'Crea una campaña con sus guiones, entera o nada',
    multipart: true,
    files: SCRIPT_FILES,
    body: createCampaignFields,
    status: 201,
    response: z.object({ data: z.object({ id: z.number() }) }),
    errors: [...FILE_ERRORS, ...CHOICE_ERRORS, 'NOT_FOUND', 'CAMPAIGN_WITHOUT_PEOPLE'],
  }),
  detail: endpoint('GET', '/campaign/:id', 'staff', {
    service: 'campaign.detail',
    summary: 'Una campaña',
    response: detailSchemas.campaignDetail,
  }),
  update: endpoint('PUT', '/campaign/:id', 'campaign.create', {
    summary: 'Cambia una campaña: lo ausente queda, lo vacío se borra',
    multipart: true,
    files: SCRIPT_FILES,
    body: updateCampaignFields,
    response: detailSchemas.campaignDetail,
    errors: [
      ...FILE_ERRORS,
      ...CHOICE_ERRORS,
      ...STATE_ERRORS,
      'SURVEY_ANSWERED',
      'CONFLICT',
      'TEXT_ERASED',
      'CAMPAIGN_FINISHED',
      'CAMPAIGN_RUNNING',
      'CAMPAIGN_STATUS',
      'CAMPAIGN_PROCESSING',
    ],
  }),
  ongoing: endpoint('PATCH', '/campaign/:id/ongoing', 'campaign.create', {
    summary: 'Cambia una campaña en marcha, la pausa o la reanuda',
    body: ongoingBody,
    bodyLimit: BODY_LIMITS.severalLists,
    response: detailSchemas.campaignDetail,
    errors: [
      ...STATE_ERRORS,
      'PERSON_NOT_ALLOWED',
      'SURVEY_UNKNOWN',
      'SURVEY_ANSWERED',
      'CONFLICT',
      'TEXT_ERASED',
      'CAMPAIGN_FINISHED',
      'CAMPAIGN_NOT_RUNNING',
      'CAMPAIGN_STATUS',
      'CAMPAIGN_PROCESSING',
    ],
  }),
  scripts: endpoint('PATCH', '/campaign/:id', 'campaign.create', {
    summary: 'Reemplaza los guiones: los nuevos y los que se conservan',
    multipart: true,
    files: SCRIPT_FILES,
    body: scriptFields,
    response: detailSchemas.campaignScripts,
    errors: [...FILE_ERRORS, 'CONFLICT', 'TEXT_ERASED', 'CAMPAIGN_FINISHED'],
  }),
  script: endpoint('GET', '/campaign/:id/script/:scriptId', 'staff', {
    service: 'campaign.detail',
    summary: 'El archivo de un guion',
    params: z.object({ id, scriptId: id }),
    file: true,
  }),
  unassociated: endpoint('GET', '/campaign/:id/unassociated', 'campaign.create', {
    summary: 'Los estados que la campaña todavía no usa',
    response: z.array(detailSchemas.campaignState),
  }),
  finish: endpoint('POST', '/history/campaign/:id', 'campaign.manage', {
    summary: 'Finaliza una campaña, sin vuelta atrás',
    status: 202,
    response: detailSchemas.campaignFinishing,
    errors: ['CAMPAIGN_FINISHED'],
  }),
  progress: endpoint('GET', '/campaign/:id/progress', 'staff', {
    service: 'campaign.detail',
    summary: 'Cuánto de su audiencia fue llamado, y con qué resultado',
    response: detailSchemas.campaignProgress,
  }),
  events: endpoint('GET', '/campaign/:id/events', 'campaign.detail', {
    summary: 'Lo último que le pasó a la campaña',
    response: z.array(detailSchemas.campaignEvent),
  }),
  operatorLoad: endpoint('GET', '/campaign/:id/operator-load', 'campaign.create', {
    summary: 'Los llamados de cada operador que quedarían sin él o esperando',
    query: detailSchemas.operatorLoadQuery,
    response: detailSchemas.operatorLoad,
  }),
};
