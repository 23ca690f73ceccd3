import { expect, test } from 'vitest';
import { aContact } from '../../test/contacts.ts';
import { inNormalCase, spokenTexts } from './spoken-words.ts';

const call = { operator: 'Lucas Ferreyra', campaign: 'Veredas', now: new Date('2026-11-18T01:30:00Z') };
const wordsOf = (parts: Parameters<typeof aContact>[0]) => spokenTexts({ ...call, person: aContact(parts) });

test.each([
  ['GRACIELA NOEMÍ', 'Graciela Noemí'],
  ['FERNÁNDEZ DE LA FUENTE', 'Fernández de la Fuente'],
  ['de la cruz', 'De la Cruz'],
  ["O'HIGGINS PÉREZ-GÓMEZ", "O'Higgins Pérez-Gómez"],
  ['ÑANCUPIL', 'Ñancupil'],
  ['McDonald', 'McDonald'],
  ['  María   José ', 'María José'],
  ['', ''],
  ['11', '11'],
])('%s is written %s', (name, expected) => expect(inNormalCase(name)).toBe(expected));

test.each([
  ['F', 'Sra.'],
  ['M', 'Sr.'],
  [null, 'Sr./Sra.'],
  ['X', ''],
] as const)('gender %s: %s', (gender, title) => expect(wordsOf({ gender }).title).toBe(title));

test('the person by name, the neighbourhood or the nearest place, the day at UTC-3', () => {
  const words = wordsOf({ firstName: 'GRACIELA', lastName: 'FERNÁNDEZ', subsection: null, section: 'Comuna 4' });
  expect(words).toMatchObject({
    firstName: 'Graciela',
    lastName: 'Fernández',
    fullName: 'Graciela Fernández',
    place: 'Comuna 4',
    date: 'martes 17 de noviembre',
    operator: 'Lucas Ferreyra',
    campaign: 'Veredas',
  });
});

test('a business name keeps its case; without a person the words are empty', () => {
  const business = wordsOf({ firstName: '', lastName: '', businessName: 'YPF S.A.' });
  expect([business.firstName, business.lastName, business.fullName]).toEqual(['YPF S.A.', '', 'YPF S.A.']);
  const nobody = spokenTexts({ ...call, person: undefined });
  expect([nobody.firstName, nobody.fullName, nobody.place]).toEqual(['', '', '']);
});
