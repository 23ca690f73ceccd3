import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { callingDefault, callingDefaultBody, holiday, holidayBody, holidayKey, holidayPatch } from './schemas.ts';

export const callingRules = {
  view: endpoint({
    method: 'GET',
    path: '/calling-rules',
    summary: 'Las reglas de llamado del sistema y los feriados',
    access: 'campaign.detail',
    response: callingDefault,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/calling-rules',
    summary: 'Cambia las reglas de llamado del sistema',
    access: 'calling-rules',
    body: callingDefaultBody,
    response: z.object({ version: z.number() }),
    errors: ['CONFLICT'],
    audited: true,
  }),
  createHoliday: endpoint({
    method: 'POST',
    path: '/calling-rules/holiday',
    summary: 'Agrega un feriado',
    access: 'calling-rules',
    body: holidayBody,
    status: 201,
    response: holiday,
    errors: ['HOLIDAY_TAKEN'],
    audited: true,
  }),
  updateHoliday: endpoint({
    method: 'PUT',
    path: '/calling-rules/holiday/:day',
    summary: 'Cambia la fecha o el nombre de un feriado',
    access: 'calling-rules',
    params: holidayKey,
    body: holidayPatch,
    response: holiday,
    errors: ['NOT_FOUND', 'HOLIDAY_TAKEN', 'CONFLICT'],
    audited: true,
  }),
  deleteHoliday: endpoint({
    method: 'DELETE',
    path: '/calling-rules/holiday/:day',
    summary: 'Quita un feriado',
    access: 'calling-rules',
    params: holidayKey,
    status: 204,
    response: z.undefined(),
    errors: ['NOT_FOUND'],
    audited: true,
  }),
};
