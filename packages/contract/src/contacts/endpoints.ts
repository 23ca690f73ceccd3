import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import {
  callDetail,
  contact,
  detailBody,
  detailKey,
  detailSaved,
  leadQuery,
  otherCall,
  personBody,
  personKey,
  wrongBody,
  wrongKey,
} from './schemas.ts';

/** The contact page: a number, the persons on it and what is known of them. */
export const contacts = {
  detail: endpoint({
    method: 'GET',
    path: '/detail/:phone/call/:callId',
    summary: 'El contacto de un llamado',
    access: 'staff',
    params: detailKey,
    response: callDetail,
    hasEffect: true,
  }),
  saveDetail: endpoint({
    method: 'PUT',
    path: '/detail/:phone/call/:callId',
    summary: 'Anota observaciones o marca el número como inválido',
    access: 'staff',
    params: detailKey,
    body: detailBody,
    response: detailSaved,
    errors: ['CAMPAIGN_FINISHED', 'CONFLICT', 'CALL_HELD'],
    audited: true,
  }),
  inCampaign: endpoint({
    method: 'GET',
    path: '/detail/:phone/campaign/:campaignId',
    summary: 'El llamado de un número en otra campaña',
    access: 'staff',
    params: z.object({ phone: detailKey.shape.phone, campaignId: id }),
    response: otherCall,
  }),
  savePerson: endpoint({
    method: 'PUT',
    path: '/detail/info/:personId',
    summary: 'Cambia los datos o las marcas de una persona',
    access: 'staff',
    params: personKey,
    query: leadQuery,
    body: personBody,
    response: contact.omit({ wrong: true }),
    errors: ['CONFLICT', 'UNKNOWN_PLACE'],
    audited: true,
  }),
  markWrong: endpoint({
    method: 'PUT',
    path: '/detail/phone/:personId/wrong/:wrong',
    summary: 'Marca que un número no es de una persona, o lo desmarca',
    access: 'staff',
    params: wrongKey,
    query: leadQuery,
    body: wrongBody,
    response: contact,
    audited: true,
  }),
};
