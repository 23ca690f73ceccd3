import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { callingDefault, callingDefaultBody, holiday, holidayBody, holidayKey, holidayPatch } from './schemas.ts';

export const callingRules = {
  view: endpoint('GET', '/calling-rules', 'campaign.detail', {
    summary: 'Las reglas de llamado del sistema y los feriados',
    response: callingDefault,
  }),
  update: endpoint('PUT', '/calling-rules', 'calling-rules', {
    summary: 'Cambia las reglas de llamado del sistema',
    body: callingDefaultBody,
    response: z.object({ version: z.number() }),
    errors: ['CONFLICT'],
  }),
  createHoliday: endpoint('POST', '/calling-rules/holiday', 'calling-rules', {
    summary: 'Agrega un feriado',
    body: holidayBody,
    status: 201,
    response: holiday,
    errors: ['HOLIDAY_TAKEN'],
  }),
  updateHoliday: endpoint('PUT', '/calling-rules/holiday/:day', 'calling-rules', {
    summary: 'Cambia la fecha o el nombre de un feriado',
    params: holidayKey,
    body: holidayPatch,
    response: holiday,
    errors: ['HOLIDAY_TAKEN', 'CONFLICT'],
  }),
  deleteHoliday: endpoint('DELETE', '/calling-rules/holiday/:day', 'calling-rules', {
    summary: 'Quita un feriado',
    params: holidayKey,
  }),
};
