import { expect, test } from 'vitest';
import {
  isClosed,
  isOngoing,
  CAMPAIGN_STATUSES,
  canMoveTo,
  commandStatus,
  statusByDates,
  STATUS_COMMANDS,
  type StatusState,
} from './status.ts';

const inStatus = (status: StatusState['status']): StatusState => ({
  status,
  statusBeforePause: status === 'PAUSADA' ? 'EN CURSO' : null,
  statusBeforeLoad: status === 'CARGANDO AUDIENCIA' ? 'PENDIENTE' : null,
});

test('which command each status obeys, and where it leads', () => {
  const table = Object.fromEntries(
    STATUS_COMMANDS.map((command) => [
      command,
      Object.fromEntries(
        CAMPAIGN_STATUSES.flatMap((status) => {
          const next = commandStatus(inStatus(status), command);
          return next ? [[status, next.status]] : [];
        }),
      ),
    ]),
  );
  const load = 'CARGANDO AUDIENCIA';
  const end = 'FINALIZANDO';
  expect(table).toEqual({
    load: { PENDIENTE: load, 'AUDIENCIA PROCESADA': load, 'EN CURSO': load, PAUSADA: load },
    loaded: { 'CARGANDO AUDIENCIA': 'AUDIENCIA PROCESADA' },
    dropLoad: { 'CARGANDO AUDIENCIA': 'PENDIENTE' },
    pause: { 'AUDIENCIA PROCESADA': 'PAUSADA', 'EN CURSO': 'PAUSADA' },
    resume: { PAUSADA: 'EN CURSO' },
    extend: { REVISANDO: 'AUDIENCIA PROCESADA' },
    finish: {
      PENDIENTE: end,
      'CARGANDO AUDIENCIA': end,
      'AUDIENCIA PROCESADA': end,
      'EN CURSO': end,
      PAUSADA: end,
      REVISANDO: end,
    },
    close: { FINALIZANDO: 'FINALIZADA' },
  });
});

test('a load on top of a pause leads back to the pause, which leads back to what was paused', () => {
  const paused = commandStatus(inStatus('AUDIENCIA PROCESADA'), 'pause')!;
  const loading = commandStatus(paused, 'load')!;
  expect(commandStatus(loading, 'resume')).toBeNull();
  const loaded = commandStatus(loading, 'loaded')!;
  expect(loaded).toEqual(paused);
  expect(commandStatus(loaded, 'resume')?.status).toBe('AUDIENCIA PROCESADA');
});

test('what time does is an arrow of the table, too, and happens at the very moment', () => {
  const now = new Date('2026-03-10T13:00:00Z');
  const later = new Date(now.getTime() + 1);
  for (const status of CAMPAIGN_STATUSES)
    for (const endDate of [now, later])
      for (const hasAssignedCalls of [true, false]) {
        const next = statusByDates(inStatus(status), { startDate: now, endDate, hasAssignedCalls }, now).status;
        expect(next === status || canMoveTo(status, next)).toBe(true);
      }
  const running = inStatus('EN CURSO');
  expect(statusByDates(running, { startDate: now, endDate: now, hasAssignedCalls: true }, now).status).toBe(
    'REVISANDO',
  );
  expect(statusByDates(running, { startDate: now, endDate: later, hasAssignedCalls: true }, now).status).toBe(
    'EN CURSO',
  );
});

test('what may be changed when', () => {
  expect(CAMPAIGN_STATUSES.filter((status) => isClosed({ status }))).toEqual(['FINALIZANDO', 'FINALIZADA']);
  const ongoing = ['AUDIENCIA PROCESADA', 'EN CURSO', 'PAUSADA', 'REVISANDO'];
  expect(CAMPAIGN_STATUSES.filter((status) => isOngoing({ status }))).toEqual(ongoing);
  expect(isOngoing({ status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'EN CURSO' })).toBe(true);
  expect(isOngoing({ status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'PENDIENTE' })).toBe(false);
});
