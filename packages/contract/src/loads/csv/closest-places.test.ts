import { expect, test } from 'vitest';
import { createPlaceFinder } from './closest-places.ts';
import { tree } from '../../../test/places.ts';

const closest = createPlaceFinder(tree);
const CITY = '02';
const names = (found: ReturnType<typeof closest>) =>
  found.map(({ name, within }) => [name, within].filter(Boolean).join(', '));

test.each([
  ['subsection', 'La Boca', CITY, 'Boca, Comuna 4, CABA'],
  ['subsection', 'Barrio de Boca', CITY, 'Boca, Comuna 4, CABA'],
  ['subsection', 'Costitucion', CITY, 'Constitución, Comuna 1, CABA'],
  ['section', 'Comuna 04', CITY, 'Comuna 4, CABA'],
  ['section', 'Gral. San Martín', null, 'General San Martín, PBA'],
  ['district', 'Capital Federal', null, 'Ciudad Autónoma de Buenos Aires'],
  ['district', 'Provincia de Mendoza', null, 'Mendoza'],
] as const)('%s «%s» of %s is most likely %s', (level, name, districtId, first) => {
  expect(names(closest({ level, name, districtId }))[0]).toBe(first);
});

test('nothing of another district, nothing far away, three at most', () => {
  expect(names(closest({ level: 'subsection', name: 'Gonnet', districtId: CITY }))).toEqual([]);
  expect(names(closest({ level: 'subsection', name: 'Gonet', districtId: '06' }))).toEqual(['Gonnet, La Plata, PBA']);
  expect(closest({ level: 'subsection', name: 'Mordor', districtId: null })).toEqual([]);
  expect(closest({ level: 'section', name: '¿?', districtId: null })).toEqual([]);
  expect(closest({ level: 'section', name: 'Comuna', districtId: CITY })).toHaveLength(3);
});
