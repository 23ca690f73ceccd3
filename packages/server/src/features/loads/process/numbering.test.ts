import { expect, test } from 'vitest';
import { createNumbering } from './numbering.ts';
import type { Pack } from './pack.ts';
import { AT, RowWriter } from './row-writer.ts';
import { wholeRows } from './whole-rows.ts';

const BASE = 2 ** 45 + 2 ** 32 - 2;
const AFTER = AT.identity + 8;

/** Rows of nothing but a number and the key of a person. */
function packOf(rows: readonly [number: number, person: number][]): Pack {
  const out = new RowWriter();
  out.begin(64);
  for (const [number, person] of rows) {
    out.open(0);
    out.number(number);
    out.flag(false);
    out.person();
    out.close(Int32Array.of(person, -person), false);
  }
  return out.finish();
}

/** As a COPY reads them: of these all columns but the last are of one width. */
function read(pack: Pack) {
  const rows = wholeRows(pack);
  const found = [];
  for (let at = 0; at < rows.length;) {
    const length = rows.readInt32BE(at + AFTER);
    found.push({
      id: Number(rows.readBigInt64BE(at + AT.id)),
      who: rows.readInt32BE(at + AT.who),
      again: rows[at + AT.again],
      number: Number(rows.readBigInt64BE(at + AT.number)),
      place: length === -1 ? null : rows.readInt32BE(at + AFTER + 4),
    });
    at += AFTER + (length === -1 ? 4 : 8);
  }
  return found;
}

test('ids count rows, who is the first row of a person, place counts numbers', () => {
  const numbering = createNumbering(BASE);
  const first = packOf([
    [1155551234, 1],
    [3415551234, 2],
    [1155551234, 3],
    [1155551235, 1],
  ]);
  const second = packOf([
    [3415551234, 4],
    [1155551236, 3],
  ]);
  numbering.add(first);
  numbering.add(second);
  expect([...read(first), ...read(second)]).toEqual([
    { id: BASE, who: 0, again: 0, number: 1155551234, place: 0 },
    { id: BASE + 1, who: 1, again: 0, number: 3415551234, place: 1 },
    { id: BASE + 2, who: 2, again: 0, number: 1155551234, place: null },
    { id: BASE + 3, who: 0, again: 1, number: 1155551235, place: 2 },
    { id: BASE + 4, who: 4, again: 0, number: 3415551234, place: null },
    { id: BASE + 5, who: 2, again: 1, number: 1155551236, place: 3 },
  ]);
  expect(numbering.count()).toEqual({ valid: 6, numbers: 4, persons: 4 });
});

test('more rows than a load may have are refused', () => {
  const numbering = createNumbering(0);
  numbering.add(packOf([[1155551234, 1]]));
  const starts = new Uint32Array(2 ** 24);
  expect(() => numbering.add({ ...packOf([]), starts })).toThrow('hasta 16.777.215 filas');
});
