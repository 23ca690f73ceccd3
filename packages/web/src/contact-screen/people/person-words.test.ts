import { shortDistrict } from '@campanero/contract/lookups/schemas';
import { expect, test } from 'vitest';
import { aContact } from '../../test/contacts.ts';
import { ageOf, ownPerson, personFacts, personName, placeInWords } from './person-words.ts';

const now = new Date('2026-11-13T14:00:00Z');

test.each([
  ['1962-11-13', 64],
  ['1962-11-14', 63],
  ['2026-11-13', 0],
  ['2027-01-01', undefined],
  [null, undefined],
])('born %s: %s', (birthday, age) => {
  expect(ageOf(birthday, now)).toBe(age);
});

test('two districts are known by their initials, in either spelling', () => {
  expect(shortDistrict('Ciudad Autonoma De Buenos Aires')).toBe('CABA');
  expect(shortDistrict('Ciudad Autónoma de Buenos Aires')).toBe('CABA');
  expect(shortDistrict('Buenos Aires')).toBe('PBA');
  expect(shortDistrict('Córdoba')).toBe('Córdoba');
});

test('a person in words, with whatever is known', () => {
  const person = aContact({ firstName: 'Graciela Noemí', lastName: 'Fernández' });
  expect(personName(person)).toBe('Graciela Noemí Fernández');
  expect(personName({ firstName: '', lastName: '', businessName: 'Club Huracán' })).toBe('Club Huracán');
  expect(personName({ firstName: '', lastName: '', businessName: '' })).toBe('Sin nombre');
  expect(personFacts(person)).toBe('DNI 14.872.305 · 12-03-1962 · Comuna 4');
  expect(personFacts({ ...person, document: 'M7.654', birthday: null, section: null })).toBe('DNI M7.654 · CABA');
  expect(placeInWords(person)).toBe('Parque Patricios, CABA');
  expect(placeInWords({ district: null, section: null, subsection: null })).toBeUndefined();
});

test('the person of the call comes first', () => {
  const [ana, luis] = [aContact({ id: 1 }), aContact({ id: 2, lead: true })];
  expect(ownPerson({ contacts: [ana, luis], contactId: null, leadId: 2 })).toBe(luis);
  expect(ownPerson({ contacts: [ana, luis], contactId: null, leadId: null })).toBe(ana);
  expect(ownPerson({ contacts: [], contactId: 1, leadId: null })).toBeUndefined();
});
