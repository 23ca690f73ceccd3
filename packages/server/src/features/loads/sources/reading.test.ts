import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import { createPlaceIndex } from '@campanero/contract/loads/csv/places';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { productDay } from '@campanero/contract/shared/dates';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pack, RowEncoder } from '../../../call-store/row-encoder.ts';
import { createReading } from './reading.ts';

const TODAY = productDay(Date.now());
const section = (id: string, name: string) => ({ id, name, subsections: [{ id: `${id}01`, name: 'Nuñez' }] });
const PLACES = [
  { id: '02', name: 'Ciudad Autonoma De Buenos Aires', sections: [section('0201', 'Comuna 1')] },
  { id: '06', name: 'Buenos Aires', sections: [section('0601', 'La Plata'), section('0602', 'San Martin')] },
];
const index = createPlaceIndex({ tree: PLACES });

/** Rows of the packs, byte by byte, and their persons. */
const seen = (packs: readonly Pack[]) => ({
  rows: packs.flatMap(({ bytes, starts }) =>
    Array.from({ length: starts.length - 1 }, (_, row) =>
      Buffer.from(bytes.subarray(starts[row], starts[row + 1])).toString('latin1'),
    ),
  ),
  keys: packs.flatMap(({ keys }) => [...keys]),
  hasOrion: packs.some(({ hasOrion }) => hasOrion),
});

/** The whole file at once, by the preview's reader. */
function atOnce(file: Uint8Array) {
  const reader = createAudienceReader({ places: index, today: TODAY });
  const encoder = new RowEncoder();
  encoder.begin(64);
  const batches = [reader.push(file), reader.end()];
  for (const { rows } of batches) for (const person of rows) encoder.add(person);
  return { ...seen([encoder.finish()]), rejected: batches.flatMap(({ rejected }) => rejected), shape: reader.shape() };
}

function asLoaded(file: Uint8Array, sizes: readonly number[]) {
  const read = createReading({ tree: PLACES });
  const packs: Pack[] = [];
  const rejected: RejectedRow[] = [];
  const keep = (found: ReturnType<typeof read>) => {
    packs.push(found.pack);
    rejected.push(...found.rejected);
    return found.shape;
  };
  for (let at = 0, turn = 0; at < file.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    keep(read({ step: 'rows', piece: new Uint8Array(file.slice(at, at + size)) }));
    at += size;
  }
  const shape = keep(read({ step: 'end' }));
  return { ...seen(packs), rejected, shape };
}

const CELLS: Record<string, readonly string[]> = {
  telefono: ['1155551234', '011 4555-1234', '(0341) 15-555-1234', '+54 9 11 5555 1234', '15 5555-1234', '5555-1234'],
  celular: ['', '1166661234', '11/6666/1234', '0221 15 555 1234', 'no tiene', '1166661234.0', '1.1E9'],
  nombre: [
    '',
    'Ana',
    'José María',
    'ÑANDÚ',
    'Łukasz',
    'Ana  Luz',
    ' Eva',
    'Eva ',
    'ana\u00a0',
    'Zoë\u200b',
    'x'.repeat(101),
  ],
  apellido: ['', 'Núñez', 'de la Torre', "O'Higgins", "'Ndrangheta", "'-x", '日本', 'ÿ×', 'é'.repeat(60), 'Paz\u007f'],
  documento: ['', '20123456', '20.123.456', '20123456.0', '2.0', '.', '..', 'AB-1', '1'.repeat(41), '1.'.repeat(30)],
  'fecha nacimiento': [
    '',
    '25-05-1980',
    '5/9/1980',
    '31-02-2001',
    '29-02-2000',
    '01-01-2030',
    '1-1/1990',
    '16-06-2026',
  ],
  genero: ['', 'F', 'm', 'Mujer', 'no binarie', '?', ' '],
  email: ['', 'ana@x.com.ar', "o'x+1@a-b.co", 'ana@', ' ana@x.com', 'ñ@x.com', '.a@x.com', 'a..b@x.com', 'a@x.c'],
  distrito: ['', 'Buenos Aires', 'ciudad autónoma de buenos aires', 'CABA', ' '],
  seccion: ['', 'La Plata', 'san martín', 'Comuna 1', 'Narnia'],
  barrio: ['', 'Núñez', 'NUNEZ', 'Otro'],
  nacionalidad: ['', 'Argentina', 'Perú ', 'x'.repeat(61)],
  canal: ['', 'Web', 'a\u0301'],
  'contacto id': ['', '', '48213', 'ñ 7', ' 7'],
  otra: ['', 'nada', 'más', '\u0001'],
};
const NAMES = Object.keys(CELLS);
const DELIMITERS = [';', ',', '\t'];

/** Mostly valid values, so that whole rows are valid. */
const cell = (name: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...CELLS[name]!.slice(0, 3)) },
    { weight: 1, arbitrary: fc.constantFrom(...CELLS[name]!) },
  );
const CRUMBS = [';', ',', '"', '""', '";', '\n', '\r', '\r\n', '\t', '\0', ' ', "'", '11', '1155551234', 'ñ', '\uFEFF'];
const row = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(...NAMES.map(cell)) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...CRUMBS), { maxLength: 12 }).map((all) => [all.join('')]) },
);
const quoted = (cells: readonly string[], how: number) =>
  cells.map((text, at) => (how === 1 || (how === 2 && at % 3 === 0) ? `"${text.replaceAll('"', '""')}"` : text));
const ENCODINGS = {
  utf8: (text: string) => Buffer.from(text),
  // Characters beyond Latin-1 become invalid UTF-8.
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  utf16: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  mixed: (text: string) => Buffer.concat([Buffer.from(text), Buffer.from('1155551299;Nuñez\n', 'latin1')]),
};

const file = fc
  .record({
    rows: fc.array(fc.tuple(row, fc.constantFrom(0, 0, 0, 1, 2)), { maxLength: 12 }),
    names: fc.shuffledSubarray(NAMES, { minLength: 6 }),
    delimiter: fc.constantFrom(...DELIMITERS),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    surplus: fc.constantFrom('', '', ';', ';x'),
    encoding: fc.constantFrom(...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])),
  })
  .map(({ rows, names, delimiter, end, surplus, encoding }) => {
    const header = ['telefono', ...names.filter((name) => name !== 'telefono')];
    const lines = rows.map(([cells, how]) =>
      cells.length === 1
        ? cells[0]!
        : quoted(
            header.map((name) => cells[NAMES.indexOf(name)]!),
            how,
          ).join(delimiter) + surplus,
    );
    return ENCODINGS[encoding]([header.join(delimiter), ...lines, ''].join(end));
  });

test('reads every file as the preview does, for any chunking', () => {
  fc.assert(
    fc.property(file, fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }), (bytes, sizes) => {
      expect(asLoaded(bytes, sizes)).toEqual(atOnce(bytes));
    }),
    { numRuns: 500 },
  );
});

test('reads a chunk with rejected rows only', () => {
  const read = createReading({ tree: PLACES });
  const piece = new TextEncoder().encode(`telefono\n${'x\n'.repeat(300_000)}`);
  const { rejected } = read({ step: 'rows', piece });
  expect(rejected).toHaveLength(300_000);
});
