import { expect, test } from 'vitest';
import { anEntry } from '../../test/contacts.ts';
import type { OutcomeState } from '../register/outcome-states.ts';
import { bodyOf, correctionErrors, isOtherOutcome, correctionValuesOf } from './correction-dialog.tsx';

const NOW = new Date('2026-11-10T15:00:00Z');
const TOMORROW = '2026-11-11T15:00:00.000Z';
const AGAIN: OutcomeState = {
  id: 6,
  name: 'Volver a llamar',
  color: '#E08A1E',
  substates: [],
  callback: true,
  contactability: true,
  effectiveness: false,
};
const begun = (callbackAt: string | null) => {
  const before = correctionValuesOf(anEntry({ stateId: 6, observations: 'Cortó', callbackAt }), NOW);
  return { before, values: { ...before, stateId: 6, reason: ' Sin fecha ' } };
};

test('sends a removed date as null', () => {
  const { before, values } = begun(TOMORROW);
  expect(bodyOf(values, before, AGAIN)).toEqual({
    stateId: 6,
    observations: 'Cortó',
    callbackAt: TOMORROW,
    reason: 'Sin fecha',
  });
  expect(bodyOf({ ...values, callbackAt: '' }, before, AGAIN)).toHaveProperty('callbackAt', null);
  // Who is not called again has no date to take away.
  expect(bodyOf({ ...values, callbackAt: '' }, before, { ...AGAIN, callback: false })).not.toHaveProperty('callbackAt');
});

test('leaves a date in the past to the server, which keeps it', () => {
  const { before, values } = begun('2026-11-10T14:00:00.000Z');
  expect(values.callbackAt).toBe('');
  expect(bodyOf(values, before, AGAIN)).not.toHaveProperty('callbackAt');
});

test('needs both a change and a reason', () => {
  const { before, values } = begun(null);
  expect(isOtherOutcome(values, before)).toBe(false);
  expect(isOtherOutcome({ ...values, affinity: 'Positivo' }, before)).toBe(true);
  expect(correctionErrors(values, NOW)).toEqual({});
  expect(correctionErrors({ ...values, reason: '  ' }, NOW)).toEqual({ reason: 'El motivo es requerido.' });
  expect(correctionErrors({ ...values, reason: 'x'.repeat(501) }, NOW)).toEqual({
    reason: 'Excede los 500 caracteres.',
  });
});
