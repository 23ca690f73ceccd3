import { describe, expect, test } from 'vitest';
import { daysLeft, dueOn, urgencyOf } from './due.ts';

const none = new Set<string>();

describe('until when a request has to be answered', () => {
  test('access: ten calendar days, whatever days they are', () => {
    expect(dueOn(['ACCESO'], '2026-11-17', none)).toBe('2026-11-27');
    expect(dueOn(['ACCESO'], '2026-12-24', new Set(['2026-12-25', '2027-01-01']))).toBe('2027-01-03');
  });

  test.each(['RECTIFICACION', 'SUPRESION', 'OPOSICION'] as const)('%s: five working days', (kind) => {
    // A Tuesday; a Friday; a Saturday.
    expect(dueOn([kind], '2026-11-17', none)).toBe('2026-11-24');
    expect(dueOn([kind], '2026-11-20', none)).toBe('2026-11-27');
    expect(dueOn([kind], '2026-11-21', none)).toBe('2026-11-27');
  });

  test('a holiday does not count; one at the weekend changes nothing', () => {
    expect(dueOn(['SUPRESION'], '2026-11-17', new Set(['2026-11-23']))).toBe('2026-11-25');
    expect(dueOn(['SUPRESION'], '2026-11-17', new Set(['2026-11-22']))).toBe('2026-11-24');
    expect(dueOn(['SUPRESION'], '2026-12-23', new Set(['2026-12-25', '2027-01-01']))).toBe('2026-12-31');
  });

  test('how urgent it is', () => {
    expect(daysLeft('2026-11-20', '2026-11-18')).toBe(2);
    expect([16, 18, 20, 21].map((day) => urgencyOf('2026-11-20', `2026-11-${day}`))).toEqual([
      'calm',
      'soon',
      'soon',
      'late',
    ]);
  });
});
