import type { District } from '../src/lookups/schemas.ts';
import { createPlaceIndex } from '../src/loads/csv/places.ts';

/** A corner of the official tree: names that repeat across parents, accents, ñ and points. */
export const tree: District[] = [
  {
    id: '02',
    name: 'Ciudad Autónoma de Buenos Aires',
    sections: [
      { id: '02007', name: 'Comuna 1', subsections: [{ id: '0200701001', name: 'Constitución' }] },
      { id: '02028', name: 'Comuna 4', subsections: [{ id: '0202801002', name: 'Boca' }] },
      { id: '02091', name: 'Comuna 13', subsections: [{ id: '0209101003', name: 'Núñez' }] },
    ],
  },
  {
    id: '06',
    name: 'Buenos Aires',
    sections: [
      { id: '06371', name: 'General San Martín', subsections: [] },
      { id: '06412', name: 'José C. Paz', subsections: [{ id: '06412010', name: 'Centro' }] },
      { id: '06441', name: 'La Plata', subsections: [{ id: '06441030', name: 'Gonnet' }] },
    ],
  },
  {
    id: '50',
    name: 'Mendoza',
    sections: [{ id: '50098', name: 'San Martin', subsections: [{ id: '50098010', name: 'Centro' }] }],
  },
  {
    id: '70',
    name: 'San Juan',
    sections: [{ id: '70084', name: 'San Martin', subsections: [{ id: '70084010', name: 'Dos Acequias' }] }],
  },
];

export const places = createPlaceIndex({ tree });
