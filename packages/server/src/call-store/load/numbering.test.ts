import type { PersonRow } from '@campanero/contract/loads/csv/read-person';
import { expect, test } from 'vitest';
import { createNumbering, NumberSet } from './numbering.ts';
import { AT, RowEncoder, type Pack } from '../row-encoder.ts';

const NOTHING_ELSE: Omit<PersonRow, 'number' | 'firstName'> = {
  line: 1,
  mobile: false,
  orionId: null,
  lastName: '',
  document: '1',
  birthday: null,
  gender: null,
  nationality: null,
  channel: null,
  email: null,
  districtId: null,
  sectionId: null,
  subsectionId: null,
};

/** Rows of a number and a person's name. */
function packOf(rows: readonly [number: number, person: string][]): Pack {
  const encoder = new RowEncoder();
  encoder.begin(64);
  for (const [number, person] of rows) encoder.add({ ...NOTHING_ELSE, number: String(number), firstName: person });
  return encoder.finish();
}

/** The numbered columns, as COPY would read them. */
const read = ({ bytes, starts }: Pack) =>
  [...starts.subarray(0, -1)].map((at) => {
    const row = Buffer.from(bytes.buffer, at);
    return {
      id: row.readInt32BE(AT.id),
      personRow: row.readInt32BE(AT.personRow),
      repeatsPerson: row[AT.repeatsPerson],
      number: Number(row.readBigInt64BE(AT.number)),
      numberOrder: row.readInt32BE(AT.numberOrder),
    };
  });

test('ids count rows, person_row is the first row of a person, number_order counts numbers', () => {
  const numbering = createNumbering();
  const first = packOf([
    [1155551234, 'Ana'],
    [3415551234, 'Eva'],
    [1155551234, 'Iris'],
    [1155551235, 'ANA'],
  ]);
  const second = packOf([
    [3415551234, 'Olga'],
    [1155551236, 'Iris'],
  ]);
  numbering.add(first);
  numbering.add(second);
  expect([...read(first), ...read(second)]).toEqual([
    { id: 0, personRow: 0, repeatsPerson: 0, number: 1155551234, numberOrder: 0 },
    { id: 1, personRow: 1, repeatsPerson: 0, number: 3415551234, numberOrder: 1 },
    { id: 2, personRow: 2, repeatsPerson: 0, number: 1155551234, numberOrder: -1 },
    { id: 3, personRow: 0, repeatsPerson: 1, number: 1155551235, numberOrder: 2 },
    { id: 4, personRow: 4, repeatsPerson: 0, number: 3415551234, numberOrder: -1 },
    { id: 5, personRow: 2, repeatsPerson: 1, number: 1155551236, numberOrder: 3 },
  ]);
  expect(numbering.count()).toEqual({ valid: 6, numbers: 4, persons: 4 });
});

test('more rows than a load may have are refused', () => {
  const numbering = createNumbering();
  numbering.add(packOf([[1155551234, 'Ana']]));
  const starts = new Uint32Array(2 ** 24);
  expect(() => numbering.add({ ...packOf([]), starts })).toThrow('hasta 16.777.215 filas');
});

test('distinguishes numbers above 32 bits', () => {
  const set = new NumberSet();
  const short = 1_155_551_234;
  const long = short + 2 ** 32;
  expect([set.add(short), set.add(long)]).toEqual([true, true]);
  expect([set.add(short), set.add(long)]).toEqual([false, false]);
  expect(set.size).toBe(2);
});

test('a number set keeps its numbers when it grows', () => {
  const set = new NumberSet();
  const many = 700_000;
  for (let n = 0; n < many; n += 1) set.add(3_410_000_000 + n);
  expect(set.size).toBe(many);
  for (let n = 0; n < many; n += 1_000) expect(set.add(3_410_000_000 + n)).toBe(false);
  expect(set.add(3_410_000_000 + many)).toBe(true);
});
