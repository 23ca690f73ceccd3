import { expect, test } from 'vitest';
import { type CampaignStatus, isOpenForCalls } from '../campaigns/status.ts';

const now = new Date('2026-03-10T13:00:00Z');
const running = {
  status: 'EN CURSO' as CampaignStatus,
  statusBeforePause: null as CampaignStatus | null,
  statusBeforeLoad: null as CampaignStatus | null,
  startDate: new Date('2026-03-01T00:00:00Z'),
  endDate: new Date('2026-04-01T00:00:00Z'),
  hasAssignedCalls: true,
};
const loadingOn = (statusBeforeLoad: CampaignStatus) => ({ status: 'CARGANDO AUDIENCIA' as const, statusBeforeLoad });

test.each<[string, Partial<typeof running>, boolean]>([
  ['running', {}, true],
  ['a second file stops nobody', loadingOn('EN CURSO'), true],
  ['its start has come, whatever is still written down', { status: 'AUDIENCIA PROCESADA' }, true],
  ['a second file while its start has come', loadingOn('AUDIENCIA PROCESADA'), true],
  ['nothing handed out yet', { status: 'AUDIENCIA PROCESADA', hasAssignedCalls: false }, false],
  ['paused', { status: 'PAUSADA', statusBeforePause: 'EN CURSO' }, false],
  ['a file on top of a pause', loadingOn('PAUSADA'), false],
  ['its first file', loadingOn('PENDIENTE'), false],
  ['not begun', { startDate: new Date(now.getTime() + 1) }, false],
  ['begins this very moment', { startDate: now }, true],
  ['ends this very moment', { endDate: now }, false],
  ['waiting for a word', { status: 'REVISANDO' }, false],
  ['finishing', { status: 'FINALIZANDO' }, false],
  ['finished', { status: 'FINALIZADA' }, false],
  ['pending', { status: 'PENDIENTE' }, false],
])('%s', (_what, parts, isOpen) => {
  expect(isOpenForCalls({ ...running, ...parts }, now)).toBe(isOpen);
});
