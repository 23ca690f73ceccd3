import { Readable } from 'node:stream';
import { tableBook, tableParts, zipOf } from '@campanero/contract/test/workbook';
import { describe, expect, test } from 'vitest';
import type { FileStore } from '../../../integrations/files/port.ts';
import { createNumbering } from '../../../../test/loads.ts';
import { createFileSource } from './audience-files.ts';
import { readInThread } from './file-reader.ts';

const PLACES = { tree: [{ id: '02', name: 'Ciudad Autonoma De Buenos Aires', sections: [] }] };
const line = (n: number) => `11${40_000_000 + (n % 900)};Pérsona ${n % 950};${n % 7 === 0 ? '' : n % 950};${n % 40}`;
const FILES = [
  ['telefono;nombre;documento;orden', ...Array.from({ length: 2_000 }, (_, n) => line(n)), 'x;Mal;;'],
  ['telefono;nombre;distrito', '1145556666;Ana;Ciudad Autónoma de Buenos Aires', '1145556667;Eva;Nínive'],
].map((lines) => Buffer.from(lines.join('\n')));

/** Small chunks, so that many are in flight. */
const piecesOf = (file: Buffer) =>
  Array.from({ length: Math.ceil(file.length / 997) }, (_, n) => file.subarray(n * 997, (n + 1) * 997));
const store = { get: async (key: string) => Readable.from(piecesOf(FILES[Number(key)]!)) } as unknown as FileStore;
const files = FILES.map((file, index) => ({
  fileNo: index + 1,
  fileKey: String(index),
  bytes: file.length,
  kind: 'csv' as const,
  sheet: null,
}));

async function readAll(threadFrom: number, from = store, listed: Parameters<typeof createFileSource>[1] = files) {
  const source = createFileSource(from, listed, PLACES, { threadFrom, piece: 1_500 });
  const numbering = createNumbering();
  const rows: Uint8Array[] = [];
  const rejected: unknown[] = [];
  let done = 0;
  for await (const batch of source.batches(new AbortController().signal)) {
    numbering.add(batch.pack);
    rows.push(Buffer.from(batch.pack.bytes));
    rejected.push(...batch.rejected.map((row) => ({ fileNo: batch.fileNo, ...row })));
    ({ done } = batch);
  }
  const learnt = { shapes: source.shapes(), unknownPlaces: source.unknownPlaces() };
  return { rows: Buffer.concat(rows), rejected, count: numbering.count(), ...learnt, done };
}

test('worker and main thread read the same rows in order', async () => {
  const here = await readAll(Number.MAX_SAFE_INTEGER);
  expect(here).toMatchObject({ count: { valid: 2_001, numbers: 901 }, done: 1 });
  expect(here.rejected).toMatchObject([
    { fileNo: 1, line: 2_002 },
    { fileNo: 2, line: 3 },
  ]);
  expect(here.unknownPlaces?.places).toMatchObject([{ name: 'Nínive', rows: 1 }]);
  expect(await readAll(0)).toEqual(here);
});

describe('workbook', () => {
  const cells = FILES[0]!
    .toString()
    .split('\n')
    .map((each) => each.split(';'));
  const stored = (bytes: Uint8Array) => ({
    files: [{ fileNo: 1, fileKey: 'a', bytes: bytes.length, kind: 'xlsx' as const, sheet: null }],
    store: {
      getRange: async (_: string, start: number, length: number) =>
        Readable.from([Buffer.from(bytes.subarray(start, start + length))]),
    } as unknown as FileStore,
  });
  const read = (bytes: Uint8Array, threadFrom: number) => {
    const { store: books, files: listed } = stored(bytes);
    return readAll(threadFrom, books, listed);
  };

  test('gives the same rows as the CSV, in both threads', async () => {
    const book = await tableBook(cells);
    const fromCsv = await readAll(Number.MAX_SAFE_INTEGER, store, files.slice(0, 1));
    const here = await read(book, Number.MAX_SAFE_INTEGER);
    expect(here).toMatchObject({ count: { valid: 2_000, numbers: 900 }, done: 1 });
    expect(here.rows.equals(fromCsv.rows)).toBe(true);
    // Sheets omit trailing empty cells.
    expect(here.rejected).toEqual([{ ...(fromCsv.rejected[0] as object), cells: ['x', 'Mal'] }]);
    expect(await read(book, 0)).toEqual(here);
  });

  test.each([
    [
      'changed on its way',
      async () => zipOf(tableParts(cells), { declare: { 'xl/worksheets/sheet1.xml': { crc: 1 } } }),
      'dañado',
    ],
    [
      'with a document type',
      async () => zipOf({ ...tableParts(cells), 'xl/worksheets/sheet1.xml': '<!DOCTYPE a><a/>' }),
      'definiciones XML',
    ],
  ])('%s fails with its message, in both threads', async (_, make, words) => {
    const book = await make();
    for (const threadFrom of [0, Number.MAX_SAFE_INTEGER]) await expect(read(book, threadFrom)).rejects.toThrow(words);
  });
});

test('an invalid file ends the worker', async () => {
  const bad = { get: async () => Readable.from([Buffer.from('a;b\n1;2\n')]) } as unknown as FileStore;
  const source = createFileSource(bad, files.slice(0, 1), PLACES, { threadFrom: 0 });
  const read = async () => {
    for await (const batch of source.batches(new AbortController().signal)) expect(batch.pack.starts).toHaveLength(1);
  };
  await expect(read()).rejects.toThrow('inválidos');
});

test('pending reads fail when the worker ends', async () => {
  const reader = readInThread(PLACES);
  const answer = reader.take({ step: 'rows', piece: new Uint8Array(FILES[0]!) });
  await reader.close();
  await expect(answer).rejects.toThrow('has ended');
  await expect(reader.take({ step: 'end' })).rejects.toThrow('has ended');
});
