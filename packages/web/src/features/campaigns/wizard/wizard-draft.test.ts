import { type ErrorCode, wireText } from '@campanero/contract/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { wizardFaults } from './wizard-draft.ts';

const refusal = (code: ErrorCode, fields: Record<string, string> = {}) =>
  new ApiError({ code, status: 422, text: wireText(code), fields });

test.each([
  ['name', 0],
  ['operators', 0],
  ['sectionId', 1],
  ['scripts[]', 2],
  ['surveyId', 2],
  ['formId', 3],
])('a fault of %s belongs to step %i', (field, step) => {
  expect(wizardFaults(refusal('VALIDATION', { [field]: 'No.' })).step).toBe(step);
});

test('several faults lead to the first step among them', () => {
  expect(wizardFaults(refusal('VALIDATION', { formId: 'No.', districtId: 'No.' })).step).toBe(1);
});

test('a refusal without fields is laid at the one field it can mean', () => {
  expect(wizardFaults(refusal('FORM_UNKNOWN'))).toMatchObject({ step: 3, form: 'El formulario no existe.' });
  expect(wizardFaults(refusal('FILE_TYPE'))).toMatchObject({ step: 2, files: 'El tipo de archivo no está permitido.' });
  expect(wizardFaults(refusal('PERSON_NOT_ALLOWED')).step).toBe(0);
});

test('a server in trouble is no step’s fault', () => {
  expect(wizardFaults(refusal('INTERNAL')).step).toBeUndefined();
  expect(wizardFaults(new TypeError('x')).step).toBeUndefined();
});
