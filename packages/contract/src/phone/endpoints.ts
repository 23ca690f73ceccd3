import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { callKey } from '../calls/list-endpoints.ts';
import { id } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';
import * as schemas from './schemas.ts';

export const phone = {
  dial: endpoint('GET', '/phone/dial', 'staff', {
    summary: 'Cómo se marca un número en esta instalación',
    response: schemas.dialSetting,
  }),
  setDial: endpoint('PUT', '/phone/dial', 'calling-rules', {
    summary: 'Cambia cómo se marca un número',
    body: schemas.dialBody,
    response: schemas.dialSetting,
    errors: ['CONFLICT', 'UNKNOWN_STATE'],
  }),
  setExtension: endpoint('PUT', '/phone/extension', 'staff', {
    summary: 'Cambia el interno propio',
    body: schemas.extensionBody,
    response: schemas.extensionBody,
    idempotentBecause: 'sets one own text to the stated value',
    errors: ['EXTENSION_TAKEN'],
  }),
  event: endpoint('POST', '/phone/event', 'phone.events', {
    summary: 'Una central o un programa de telefonía cuenta qué pasó: sonó, atendieron, terminó',
    body: schemas.phoneEventBody,
    response: schemas.phoneEventTaken,
    errors: ['UNKNOWN_OPERATOR', 'NOT_FOUND'],
    // The hourly record of the account's use tells them.
    audited: false,
  }),
  calls: endpoint('GET', '/campaign/:id/call/:callId/phone', 'staff', {
    service: 'campaign.detail',
    summary: 'Qué pasó en el teléfono con un llamado, lo último primero',
    params: callKey,
    response: schemas.phoneCalls,
  }),
  times: endpoint('GET', '/statistics/:campaignId/phone', 'campaign.statistics', {
    summary: 'El tiempo en el teléfono en una campaña, por operador y resultado',
    params: z.object({ campaignId: id }),
    query: spanQuery,
    response: schemas.phoneTimes,
  }),
};
