import { expect, test } from 'vitest';
import { places } from './places.fixture.ts';

const ids = (districtId: string | null, sectionId: string | null = null, subsectionId: string | null = null) => ({
  districtId,
  sectionId,
  subsectionId,
  reason: null,
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
