import { describe, expect, test } from 'vitest';
import { places, tree } from '../../../test/places.ts';
import { createPlaceIndex } from './places.ts';

const ids = (districtId: string | null, sectionId: string | null = null, subsectionId: string | null = null) => ({
  districtId,
  sectionId,
  subsectionId,
  reason: null,
  unknown: [],
});

test.each([
  ['', '', '', ids(null)],
  ['   ', '', '', ids(null)],
  ['Ciudad Autonoma De Buenos Aires', '', '', ids('02')],
  ['  CIUDAD AUTÓNOMA  DE BUENOS AIRES ', 'comuna 13', 'NÚÑEZ', ids('02', '02091', '0209101003')],
  ['ciudad autonoma de buenos aires', 'Comuna 13', 'nunez', ids('02', '02091', '0209101003')],
  ['Buenos Aires', 'Jose C Paz', '', ids('06', '06412')],
  ['', 'Comuna 1', '', ids('02', '02007')],
  ['Mendoza', 'San Martin', '', ids('50', '50098')],
  ['', 'San Martin', 'Dos Acequias', ids('70', '70084', '70084010')],
  ['Mendoza', '', 'Centro', ids('50', '50098', '50098010')],
  ['', '', 'Gonnet', ids('06', '06441', '06441030')],
])('«%s» / «%s» / «%s» is found', (district, section, subsection, match) => {
  expect(places.match(district, section, subsection)).toEqual(match);
  expect(places.match(district, section, subsection)).toEqual(match);
});

test.each([
  ['Narnia', '', '', 'El distrito «Narnia» no coincide con ninguno oficial.'],
  [
    ' caba ',
    'Comuna 1',
    '',
    'El distrito «caba» no coincide con ninguno oficial: escriba «Ciudad Autónoma de Buenos Aires».',
  ],
  ['Narnia', 'Comuna 1', 'Constitucion', 'El distrito «Narnia» no coincide con ninguno oficial.'],
  ['', 'Comuna 99', '', 'La sección «Comuna 99» no coincide con ninguna oficial.'],
  ['Mendoza', 'Comuna 1', '', 'La sección «Comuna 1» no coincide con ninguna oficial del distrito «Mendoza».'],
  ['', 'San Martin', '', 'La sección «San Martin» existe en más de un distrito: indique el distrito.'],
  ['', '', 'Centro', 'La subsección «Centro» existe en más de una sección: indique sección y distrito.'],
  ['', '', 'Mordor', 'La subsección «Mordor» no coincide con ninguna oficial.'],
  [
    'Buenos Aires',
    'La Plata',
    'Centro',
    'La subsección «Centro» no coincide con ninguna oficial de la sección «La Plata».',
  ],
  ['Mendoza', '', 'Gonnet', 'La subsección «Gonnet» no coincide con ninguna oficial del distrito «Mendoza».'],
  ['', 'Comuna 99', 'Gonnet', 'La sección «Comuna 99» no coincide con ninguna oficial.'],
  ['x'.repeat(100), '', '', `El distrito «${'x'.repeat(60)}…» no coincide con ninguno oficial.`],
  ['¿?', '', '', 'El distrito «¿?» no coincide con ninguno oficial.'],
])('«%s» / «%s» / «%s» is refused', (district, section, subsection, reason) => {
  expect(places.match(district, section, subsection).reason).toBe(reason);
});

const CITY = 'Ciudad Autonoma De Buenos Aires';
const BOCA = { districtId: '02', sectionId: '02028', subsectionId: '0202801002' };

describe('a remembered spelling', () => {
  const spellings = [
    { name: 'La Boca', ...BOCA },
    { name: 'Capital Federal', districtId: '02', sectionId: null, subsectionId: null },
    { name: 'San Martín', districtId: '06', sectionId: '06371', subsectionId: null },
  ];
  const places = createPlaceIndex({ tree, spellings });
  test.each([
    [CITY, '', 'LA BOCA', ids('02', '02028', '0202801002')],
    ['', '', 'la  boca', ids('02', '02028', '0202801002')],
    ['capital federal', 'Comuna 4', 'La Boca', ids('02', '02028', '0202801002')],
    ['Buenos Aires', 'San Martin', '', ids('06', '06371')],
    ['Mendoza', 'San Martin', '', ids('50', '50098')],
  ])('«%s» / «%s» / «%s» is found', (district, section, subsection, match) => {
    expect(places.match(district, section, subsection)).toEqual(match);
  });

  test('is none of another district or section', () => {
    expect(places.match('Mendoza', '', 'La Boca').reason).toBe(
      'La subsección «La Boca» no coincide con ninguna oficial del distrito «Mendoza».',
    );
    expect(places.match(CITY, 'Comuna 1', 'La Boca').reason).toContain('de la sección «Comuna 1»');
  });

  test('does not make an official name mean something else', () => {
    expect(places.match('', 'San Martin', '').reason).toContain('existe en más de un distrito');
  });
});

test.each([
  [CITY, 'Comuna 4', 'La Boca', ids('02', '02028')],
  [CITY, 'Comuna 04', 'Boca', ids('02', '02028', '0202801002')],
  ['CABA', 'Comuna 4', 'La Boca', ids('02', '02028')],
  ['Narnia', '', '', ids(null)],
  ['', 'San Martin', '', ids(null)],
  ['', 'San Martin', 'Dos Acequias', ids('70', '70084', '70084010')],
  ['Mendoza', '', 'Gonnet', ids('50')],
])(
  'without the names that match nothing, «%s» / «%s» / «%s» is as good as it can be',
  (district, section, subsection, match) => {
    const { unknown: _, ...found } = createPlaceIndex({ tree, dropsUnknown: true }).match(
      district,
      section,
      subsection,
    );
    const { unknown: __, ...expected } = match;
    expect(found).toEqual(expected);
  },
);

test('each unknown name is counted once for a district, however it is written', () => {
  const places = createPlaceIndex({ tree, dropsUnknown: true });
  const add = (isTaken: boolean, ...names: [string, string, string]) => places.count(places.match(...names), isTaken);
  add(true, CITY, 'Comuna 4', 'La Boca');
  add(true, CITY, '', ' la  BOCA');
  add(true, '', 'Comuna 4', 'La Boca');
  add(true, 'Mendoza', '', 'La Boca');
  add(true, 'CABA', '', 'La Boca');
  add(true, 'Narnia', '', 'La Boca');
  add(false, 'CABA', '', '');
  add(true, CITY, '', 'Boca');
  expect(places.unknown()).toEqual({
    places: [
      { level: 'subsection', name: 'La Boca', districtId: '02', rows: 4 },
      { level: 'district', name: 'CABA', districtId: null, rows: 2 },
      { level: 'subsection', name: 'La Boca', districtId: '50', rows: 1 },
      { level: 'district', name: 'Narnia', districtId: null, rows: 1 },
      { level: 'subsection', name: 'La Boca', districtId: null, rows: 1 },
    ],
    rowsWithoutPlace: 6,
  });
});

test('a file full of inventions is counted as far as memory allows', () => {
  const places = createPlaceIndex({ tree });
  for (let row = 0; row < 2_100; row += 1) places.count(places.match('', '', `Lugar ${row}`), false);
  expect(places.unknown().places).toHaveLength(2_000);
});
