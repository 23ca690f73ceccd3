import { fold } from '@campanero/contract/shared/text';
import { expect, test } from 'vitest';
import { createMatcher, type PersonIdentifiers } from './person-matcher.policy.ts';

const NOTHING: PersonIdentifiers = {
  firstNames: [],
  lastNames: [],
  names: [],
  documents: [],
  emails: [],
  numbers: [],
  sharedNumbers: [],
  orionIds: [],
};
const matcher = createMatcher({
  ...NOTHING,
  firstNames: ['Ana María', 'Anita'],
  lastNames: ['Nuñez', 'de la Peña'],
  documents: ['30123456', '44904447'],
  emails: ['Ana.N@correo.com.ar'],
  numbers: [1155550123],
  sharedNumbers: [1166660456],
});
/** Whether the SQL condition would find the text. */
const isFound = (text: string, lists: readonly string[][]) =>
  lists.some((parts) => parts.every((part) => fold(text).includes(part)));

test.each([
  ['Habló ANA MARIA NUÑEZ, vecina', 'name'],
  ['nunez, ana maria', 'name'],
  ['antes se llamaba Anita de la Peña', 'name'],
  ['DNI 30.123.456', 'document'],
  ['DNI 44 904 447', 'document'],
  ['dni 30123456.', 'document'],
  ['cuit 27-30123456-4', 'document'],
  ['escribir a ana.n@correo.com.ar', 'email'],
  ['tel 11 5555-0123', 'number'],
  ['tel 1155550123 2 veces', 'number'],
  ['+54 9 11 5555 0123', 'number'],
  ['(011) 15-5555-0123', 'number'],
  ['["","1155550123"]', 'number'],
] as const)('the text «%s» names the person by %s', (text, by) => {
  expect(matcher.namedBy(text, 'text')).toBe(by);
  expect(isFound(text, matcher.certainParts)).toBe(true);
});

test.each([
  'Ana llamó',
  'Ana María Nuñezano',
  'Mariana María Nuñez',
  '130123456',
  '11 5555-0124',
  'xana.n@correo.com.ar',
  '',
])('the text «%s» does not name the person', (text) => expect(matcher.namedBy(text, 'text')).toBeNull());

test.each([
  ['12|Ana María|F|Nuñez||', 'name'],
  ['15 5555-0123|Sra|Algo', 'number'],
  ['5555-0123|Sra|Algo', 'number'],
  ['12|x|44.904.447', 'document'],
  ['12|x|44-904447', 'document'],
] as const)('the row «%s» names the person by %s', (row, by) => {
  expect(matcher.namedBy(row, 'row')).toBe(by);
  expect(isFound(row, matcher.certainParts)).toBe(true);
});

test.each(['12|Ana|Gómez', '66660456|Sra|Algo', '155550124|x'])('the row «%s» does not name the person', (row) =>
  expect(matcher.namedBy(row, 'row')).toBeNull(),
);

test.each([
  ['habló Ana Nuñez', 'partOfName'],
  ['Sra. Nuñez', 'lastName'],
  ['la de Peña', 'lastName'],
  ['tel 5555 0123', 'endOfNumber'],
  ['llamar al 11 6666 0456', 'sharedNumber'],
  ['6666-0456', 'endOfNumber'],
  ['María\nNuñez', 'lastName'],
] as const)('«%s» possibly names the person by %s', (text, by) => {
  expect(matcher.namedBy(text, 'text')).toBeNull();
  expect(matcher.possiblyNamedBy(text)).toBe(by);
  expect(isFound(text, matcher.possibleParts)).toBe(true);
});

test.each(['Ana', 'de la esquina', 'Mariana Nuñezano', '5555-0124'])('«%s» does not possibly name the person', (text) =>
  expect(matcher.possiblyNamedBy(text)).toBeNull(),
);

test('a single name does not identify a person', () => {
  const { namedBy, possiblyNamedBy } = createMatcher({ ...NOTHING, firstNames: ['Ana'], names: ['Ana'] });
  expect([namedBy('Ana', 'text'), possiblyNamedBy('Ana')]).toEqual([null, null]);
});

test('matches first and last name besides a business name', () => {
  const { namedBy } = createMatcher({ ...NOTHING, firstNames: ['Ana'], lastNames: ['Quirós'], names: ['Kiosco Sol'] });
  expect(namedBy('Ana Quirós', 'text')).toBe('name');
  expect(namedBy('Kiosco Sol', 'text')).toBe('name');
});

test('letters beyond Latin-1 are also searched as written', () => {
  const { certainParts } = createMatcher({ ...NOTHING, firstNames: ['Željko'], lastNames: ['Šimić'] });
  expect(certainParts).toEqual(
    expect.arrayContaining([
      ['zeljko', 'simic'],
      ['željko', 'šimić'],
    ]),
  );
});
