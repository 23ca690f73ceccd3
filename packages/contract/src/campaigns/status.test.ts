import { expect, test } from 'vitest';
import { CAMPAIGN_STATUSES, canMoveTo, isRunning, statusLabel } from './status.ts';

test('no status leads to itself, finishing leads only to finished, and finished leads nowhere', () => {
  for (const status of CAMPAIGN_STATUSES) expect(canMoveTo(status, status)).toBe(false);
  expect(CAMPAIGN_STATUSES.filter((to) => canMoveTo('FINALIZANDO', to))).toEqual(['FINALIZADA']);
  expect(CAMPAIGN_STATUSES.filter((to) => canMoveTo('FINALIZADA', to))).toEqual([]);
});

test('every status but the last two can be finished', () => {
  expect(CAMPAIGN_STATUSES.filter((from) => canMoveTo(from, 'FINALIZANDO'))).toEqual(CAMPAIGN_STATUSES.slice(0, 6));
});

test('a pending campaign cannot start, pause or be reviewed without an audience', () => {
  expect(CAMPAIGN_STATUSES.filter((to) => canMoveTo('PENDIENTE', to))).toEqual(['CARGANDO AUDIENCIA', 'FINALIZANDO']);
});

test('the chip shortens two statuses, and three count as running', () => {
  expect(statusLabel('CARGANDO AUDIENCIA')).toBe('PROCESANDO');
  expect(statusLabel('AUDIENCIA PROCESADA')).toBe('PROCESADA');
  expect(CAMPAIGN_STATUSES.filter(isRunning)).toEqual(['AUDIENCIA PROCESADA', 'EN CURSO', 'PAUSADA']);
});
