import { expect, test } from 'vitest';
import { formatCount, formatCounted, formatPhone } from './numbers.ts';
import { fold } from './text.ts';

test('folding forgives case, accents and blanks', () => {
  expect(fold('  Núñez   de la PEÑA ')).toBe('nunez de la pena');
  expect(fold('Acción')).toBe(fold('ACCION'));
});

test.each([
  [0, '0'],
  [999, '999'],
  [17905, '17.905'],
  [4600000, '4.600.000'],
])('%i is written %s', (value, text) => expect(formatCount(value)).toBe(text));

test('singular and plural agree with the number', () => {
  const calls = (count: number) => formatCounted(count, 'llamado', 'llamados');
  expect([0, 1, 2, 2300].map(calls)).toEqual(['0 llamados', '1 llamado', '2 llamados', '2.300 llamados']);
});

test('ten digits are shown 2-4-4, anything else as stored', () => {
  expect(formatPhone('1155551234')).toBe('11 5555 1234');
  expect(formatPhone('5551234')).toBe('5551234');
});
