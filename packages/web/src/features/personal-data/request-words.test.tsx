import { expect, test } from 'vitest';
import { dueText, urgencyAt } from './request-words.tsx';

// Nine in the morning of 17-11-2026 at UTC-3.
const now = new Date('2026-11-17T12:00:00Z');
const open = (dueOn: string) => ({ state: 'ABIERTO' as const, dueOn, answeredAt: null });

test.each([
  ['2026-11-14', 'Venció hace 3 días', 'late'],
  ['2026-11-16', 'Venció ayer', 'late'],
  ['2026-11-17', 'Vence hoy', 'soon'],
  ['2026-11-18', 'Vence mañana', 'soon'],
  ['2026-11-19', 'Vence en 2 días', 'soon'],
  ['2026-11-20', 'Vence en 3 días', 'calm'],
])('due on %s: %s', (dueOn, words, urgency) => {
  expect([dueText(open(dueOn), now), urgencyAt(open(dueOn), now)]).toEqual([words, urgency]);
});

test('an answered one says whether it was in time, by the day at UTC-3', () => {
  const answered = (answeredAt: string) => ({ state: 'CUMPLIDO' as const, dueOn: '2026-11-16', answeredAt });
  // One in the morning UTC is still the day before here.
  expect(dueText(answered('2026-11-17T01:00:00Z'), now)).toBe('En término');
  expect(dueText(answered('2026-11-17T12:00:00Z'), now)).toBe('Fuera de término');
  expect(urgencyAt(answered('2026-11-17T12:00:00Z'), now)).toBe('over');
});
