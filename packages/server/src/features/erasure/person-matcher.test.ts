import { fold } from '@campanero/contract/shared/text';
import { expect, test } from 'vitest';
import { createMatcher } from './person-matcher.ts';

const { names, likes } = createMatcher({
  names: ['Ana María Nuñez'],
  documents: ['30123456'],
  emails: ['Ana.N@correo.com.ar'],
  numbers: [1155550123],
  orionIds: [],
});

test.each([
  'Habló ANA MARIA NUÑEZ, vecina',
  'nunez, ana maria',
  'DNI 30.123.456',
  'dni 30123456.',
  'escribir a ana.n@correo.com.ar',
  'tel 11 5555-0123',
  '+54 9 11 5555 0123',
  '(011) 15-5555-0123',
  '["","1155550123"]',
])('«%s» names the person', (text) => {
  expect(names(text)).toBe(true);
  const patterns = likes.map((like) => new RegExp(like.replace(/[.+]/g, '\\$&').replaceAll('%', '.*')));
  expect(patterns.some((pattern) => pattern.test(fold(text)))).toBe(true);
});

test.each([
  'Ana llamó',
  'Ana María Nuñezano',
  'Mariana María Nuñez',
  '130123456',
  '11 5555-0124',
  'xana.n@correo.com.ar',
  '',
])('«%s» does not', (text) => expect(names(text)).toBe(false));

test('a name is looked for with all of its words, not with «ana» in every «mañana»', () => {
  expect(likes).toContain('%nunez%ana%maria%');
  expect(likes.filter((like) => like === '%ana%')).toEqual([]);
});

test('a person of whom only one name is known is not found by it', () => {
  const { names: matches } = createMatcher({ names: ['Ana'], documents: [], emails: [], numbers: [], orionIds: [] });
  expect(matches('Ana')).toBe(false);
});
