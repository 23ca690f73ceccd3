import { expect, test } from 'vitest';
import { callingReason, closedReason, showsCalling } from './calling-state.ts';

const now = new Date('2026-11-13T14:00:00Z');
const campaign = {
  status: 'EN CURSO' as const,
  paused: false,
  startDate: '2026-11-01T12:00:00.000Z',
  endDate: '2026-12-12T02:59:00.000Z',
};
const facts = {
  campaign,
  call: { invalid: 0 as const, blocked: null, mayRegister: true },
  heldBy: undefined,
  hasBegun: false,
  isQueued: false,
  waiting: undefined,
  isRegistering: false,
  now,
};
const BLOCKED = { ...facts.call, blocked: 'Una persona de este número pidió que no la llamen.' };

test.each<[string, Partial<Parameters<typeof callingReason>[0]>, string | undefined]>([
  ['one who may register', {}, undefined],
  ['a second file stops nobody', { campaign: { ...campaign, status: 'CARGANDO AUDIENCIA' } }, undefined],
  [
    'paused',
    { campaign: { ...campaign, status: 'PAUSADA', paused: true } },
    'La campaña está en pausa: no se registran llamados hasta que se reanude.',
  ],
  [
    'not begun',
    { campaign: { ...campaign, status: 'AUDIENCIA PROCESADA', startDate: '2026-11-20T12:00:00.000Z' } },
    'La campaña comienza el 20-11-2026 ~ 09:00.',
  ],
  ['nothing handed out', { campaign: { ...campaign, status: 'AUDIENCIA PROCESADA' } }, 'La campaña aún no comenzó.'],
  [
    'invalid',
    { call: { ...facts.call, invalid: 1 } },
    'El número está marcado como inválido: no se puede registrar un llamado.',
  ],
  ['blocked', { call: BLOCKED }, 'No se debe llamar a este número. Una persona de este número pidió que no la llamen.'],
  ['blocked in this very call', { call: BLOCKED, hasBegun: true }, undefined],
  ['in somebody’s hands', { heldBy: 'Daniela Sosa' }, 'Daniela Sosa tiene abierto este contacto en este momento.'],
  [
    'a colleague’s',
    { call: { ...facts.call, mayRegister: false } },
    'No es posible registrar un llamado a un contacto que no está asignado a tu usuario',
  ],
  ['outside the rules of calling', { waiting: 'Se podrá llamar desde las 9:00.' }, 'Se podrá llamar desde las 9:00.'],
  ['registered already when the hours ended', { waiting: 'Tarde.', isRegistering: true }, undefined],
  ['waiting for the connection', { isQueued: true }, 'Hay un llamado de este contacto en espera de la conexión.'],
])('%s', (_what, parts, reason) => {
  expect(callingReason({ ...facts, ...parts })).toBe(reason);
});

test.each([
  ['EN CURSO' as const, campaign.endDate, true],
  ['PAUSADA' as const, campaign.endDate, true],
  ['FINALIZADA' as const, campaign.endDate, false],
  ['FINALIZANDO' as const, campaign.endDate, false],
  ['REVISANDO' as const, '2026-11-13T13:59:59.000Z', false],
])('in %s until %s it is shown: %s', (status, endDate, isShown) => {
  expect(showsCalling({ ...campaign, status, endDate }, now)).toBe(isShown);
});

test('says whether a campaign was finished or its end date passed', () => {
  expect(closedReason({ ...campaign, status: 'FINALIZADA' })).toMatch('finalizada');
  expect(closedReason({ ...campaign, status: 'REVISANDO' })).toMatch('fecha de fin');
});
