import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BODY_LIMITS } from '../limits.ts';
import { id, longIdKey } from '../shared/paging.ts';
import * as schemas from './schemas.ts';

export const contacts = {
  detail: endpoint('GET', '/detail/:phone/call/:callId', 'staff', {
    service: 'campaign.detail',
    summary: 'El contacto de un llamado',
    params: schemas.detailKey,
    response: schemas.callDetail,
    errors: ['CALL_ERASED'],
    hasEffect: true,
  }),
  saveDetail: endpoint('PUT', '/detail/:phone/call/:callId', 'staff', {
    service: 'campaign.manage',
    summary: 'Anota observaciones o marca el número como inválido',
    params: schemas.detailKey,
    body: schemas.detailBody,
    bodyLimit: BODY_LIMITS.longText,
    response: schemas.detailSaved,
    errors: ['CAMPAIGN_FINISHED', 'CONFLICT', 'TEXT_ERASED', 'CALL_HELD', 'CALL_ERASED'],
  }),
  inCampaign: endpoint('GET', '/detail/:phone/campaign/:campaignId', 'staff', {
    service: 'campaign.detail',
    summary: 'El llamado de un número en otra campaña',
    params: z.object({ phone: schemas.detailKey.shape.phone, campaignId: id }),
    response: z.object({ campaignId: z.number(), callId: z.number() }),
  }),
  savePerson: endpoint('PUT', '/detail/info/:personId', 'staff', {
    service: 'campaign.manage',
    summary: 'Cambia los datos o las marcas de una persona',
    params: schemas.personParams,
    query: schemas.leadQuery,
    body: schemas.personBody,
    response: schemas.contact.omit({ wrong: true }),
    errors: ['CONFLICT', 'UNKNOWN_PLACE'],
  }),
  /** The next three require the permission `personal-data`: any person, with a reason. */
  rectify: endpoint('PUT', '/personal-data/person/:id', 'personal-data', {
    summary: 'Rectifica los datos de una persona, con su motivo',
    params: longIdKey,
    body: schemas.rectifyBody,
    errors: ['CONFLICT', 'UNKNOWN_PLACE', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED'],
  }),
  rectifyNumber: endpoint('PUT', '/personal-data/person/:id/number/:phone', 'personal-data', {
    summary: 'Marca que un número no es de una persona, o lo desmarca, con su motivo',
    params: schemas.rectifyNumberKey,
    body: schemas.rectifyNumberBody,
    idempotentBecause: 'sets one mark to the stated value',
    errors: ['REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED'],
  }),
  review: endpoint('PUT', '/personal-data/person/:id/review', 'personal-data', {
    summary: 'Pone los datos de una persona en revisión, o la termina',
    params: longIdKey,
    body: schemas.reviewBody,
    idempotentBecause: 'sets one mark to the stated value',
  }),
  markWrong: endpoint('PUT', '/detail/phone/:personId/wrong/:wrong', 'staff', {
    service: 'campaign.manage',
    summary: 'Marca que un número no es de una persona, o lo desmarca',
    params: schemas.wrongKey,
    query: schemas.leadQuery,
    body: schemas.wrongBody,
    response: schemas.contact,
    idempotentBecause: 'sets one mark to the stated value',
  }),
};
