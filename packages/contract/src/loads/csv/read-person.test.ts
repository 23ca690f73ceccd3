import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PersonFields } from './columns.ts';
import { EMAIL } from './field-rules.ts';
import { places, tree } from '../../../test/places.ts';
import { createPlaceIndex } from './places.ts';
import { readPerson } from './read-person.ts';

const TODAY = '2026-06-15';
const read = (fields: PersonFields) => readPerson({ phone: '1155551234', ...fields }, { places, today: TODAY }, 7);

test('a phone alone makes a person', () => {
  expect(read({})).toEqual({
    line: 7,
    number: '1155551234',
    mobile: false,
    orionId: null,
    firstName: '',
    lastName: '',
    document: null,
    birthday: null,
    gender: null,
    nationality: null,
    channel: null,
    email: null,
    districtId: null,
    sectionId: null,
    subsectionId: null,
  });
});

test('every field is tidied and normalised', () => {
  expect(
    read({
      orionId: ' 48213 ',
      firstName: '  Ana \t María\u200b ',
      lastName: 'Núñez\u0000',
      document: ' 20.123.456 ',
      birthday: ' 5/9/1980 ',
      gender: 'Mujer',
      nationality: 'Argentina',
      channel: 'Web',
      email: ' ana@ejemplo.com.ar ',
      district: 'ciudad autónoma de buenos aires',
      section: 'Comuna 13',
      subsection: 'Núñez',
    }),
  ).toMatchObject({
    orionId: '48213',
    firstName: 'Ana María',
    lastName: 'Núñez',
    document: '20123456',
    birthday: '1980-09-05',
    gender: 'F',
    nationality: 'Argentina',
    channel: 'Web',
    email: 'ana@ejemplo.com.ar',
    districtId: '02',
    sectionId: '02091',
    subsectionId: '0209101003',
  });
});

describe('phone and mobile', () => {
  test.each<[PersonFields, string, boolean]>([
    [{ phone: '1145551234', mobile: '1155551234' }, '1155551234', true],
    [{ phone: '1145551234', mobile: 'no tiene' }, '1145551234', false],
    [{ phone: '', mobile: '1155551234' }, '1155551234', true],
    [{ phone: '11 15 5555 1234', mobile: null }, '1155551234', true],
    [{ phone: '5555-1234', district: 'Ciudad Autonoma De Buenos Aires' }, '1155551234', false],
    [{ phone: '15 5555-1234', section: 'Comuna 1' }, '1155551234', true],
  ])('%o is called at %s', (fields, number, mobile) => {
    expect(read(fields)).toMatchObject({ number, mobile });
  });

  test.each<[PersonFields, string]>([
    [{ phone: '', mobile: '  ' }, 'La fila no tiene teléfono ni celular.'],
    [{ phone: undefined }, 'La fila no tiene teléfono ni celular.'],
    [{ phone: '5555-1234' }, 'El teléfono «5555-1234» no es un número argentino válido.'],
    [{ phone: '5555-1234', district: 'Mendoza' }, 'El teléfono «5555-1234» no es un número argentino válido.'],
    [{ phone: '0800', mobile: '0810' }, 'El teléfono «0810» no es un número argentino válido.'],
  ])('%o is rejected', (fields, reason) => {
    expect(read(fields)).toEqual({ reason });
  });
});

describe('gender', () => {
  test.each([
    ['f', 'F'],
    ['FEMENINO', 'F'],
    ['M', 'M'],
    ['Varón', 'M'],
    ['hombre', 'M'],
    ['x', 'X'],
    ['No binario', 'X'],
    ['no-binarie', 'X'],
  ])('%s is %s', (written, gender) => expect(read({ gender: written })).toMatchObject({ gender }));
});

describe('birth date', () => {
  test.each([
    ['29-02-2000', '2000-02-29'],
    ['1-1-1900', '1900-01-01'],
    ['15/06/2026', '2026-06-15'],
  ])('%s is %s', (written, birthday) => expect(read({ birthday: written })).toMatchObject({ birthday }));

  test.each([
    '31-02-2001',
    '29-02-1900',
    '00-01-2000',
    '01-13-2000',
    '01-00-2000',
    '31-12-1899',
    '2001-02-03',
    '1-1-80',
    '01-02/2000',
    '01.02.2000',
    'ayer',
  ])('%s is none', (birthday) => {
    expect(read({ birthday })).toEqual({ reason: `La fecha de nacimiento «${birthday}» no es válida (DD-MM-YYYY).` });
  });
  test('tomorrow is in the future', () => {
    expect(read({ birthday: '16-06-2026' })).toEqual({ reason: 'La fecha de nacimiento «16-06-2026» es futura.' });
  });
});

describe('document', () => {
  test.each([
    ['20 123 456', '20123456'],
    ['20123456.0', '20123456'],
    ['ab-123456', 'AB-123456'],
    ['   ', null],
  ])('%s is %s', (written, document) => expect(read({ document: written })).toMatchObject({ document }));
});

test('an address is what the contact page takes for one', () => {
  expect(EMAIL.source).toBe(z.regexes.email.source.replaceAll(String.raw`\-`, '-'));
  expect(EMAIL.flags).toBe(z.regexes.email.flags);
});

test.each<[PersonFields, string]>([
  [{ gender: 'sí' }, 'El género «sí» no es válido (F, M o X).'],
  [{ email: 'ana@' }, 'El correo «ana@» no es válido.'],
  [{ email: 'ana@x.com; juan@x.com' }, 'El correo «ana@x.com; juan@x.com» no es válido.'],
  [{ email: `${'a'.repeat(250)}@x.com` }, `El correo «${'a'.repeat(60)}…» no es válido.`],
  [{ document: '2.0E+7' }, 'El documento «2.0E+7» no es válido.'],
  [{ document: '1'.repeat(41) }, `El documento «${'1'.repeat(41)}» no es válido.`],
  [{ firstName: 'a'.repeat(101) }, 'El nombre excede los 100 caracteres.'],
  [{ lastName: 'a'.repeat(101) }, 'El apellido excede los 100 caracteres.'],
  [{ orionId: 'a'.repeat(101) }, 'El id de contacto excede los 100 caracteres.'],
  [{ nationality: 'a'.repeat(61) }, 'La nacionalidad excede los 60 caracteres.'],
  [{ channel: 'a'.repeat(61) }, 'El canal excede los 60 caracteres.'],
  [{ district: 'Narnia' }, 'El distrito «Narnia» no coincide con ninguno oficial.'],
  [
    { phone: '1', gender: 'z', birthday: '31-02-2001' },
    'El teléfono «1» no es un número argentino válido. La fecha de nacimiento «31-02-2001» no es válida (DD-MM-YYYY). El género «z» no es válido (F, M o X).',
  ],
])('%o is rejected with every reason', (fields, reason) => {
  expect(read(fields)).toEqual({ reason });
});

describe('a number without area code, in an installation of Mendoza', () => {
  const here = createPlaceIndex({ tree, dropsUnknown: true, home: { districtId: '50', areaCode: '261' } });
  const numberOf = (fields: PersonFields) => {
    const person = readPerson(fields, { places: here, today: TODAY }, 1);
    return 'number' in person ? person.number : null;
  };
  test.each<[PersonFields, string | null]>([
    [{ phone: '555-1234' }, '2615551234'],
    [{ phone: '15 555 1234', district: 'Mendoza' }, '2615551234'],
    [{ phone: '11 5555 1234' }, '1155551234'],
    [{ phone: '5555-1234', section: 'Comuna 1' }, '1155551234'],
    [{ phone: '5555-1234' }, null],
    [{ phone: '555-1234', section: 'Comuna 1' }, null],
    [{ phone: '555-1234', district: 'Nadie sabe' }, null],
  ])('%o', (fields, number) => {
    expect(numberOf(fields)).toBe(number);
  });
});
