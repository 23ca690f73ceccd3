import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../integrations/files/port.ts';
import { createNumbering } from '../../../call-store/load/numbering.ts';
import { createCsvSource, readInThread } from './csv-files.ts';

const PLACES = { tree: [{ id: '02', name: 'Ciudad Autonoma De Buenos Aires', sections: [] }] };
const line = (n: number) => `11${40_000_000 + (n % 900)};Pérsona ${n % 950};${n % 7 === 0 ? '' : n % 950};${n % 40}`;
const FILES = [
  ['telefono;nombre;documento;orden', ...Array.from({ length: 2_000 }, (_, n) => line(n)), 'x;Mal;;'],
  ['telefono;nombre;distrito', '1145556666;Ana;Ciudad Autónoma de Buenos Aires', '1145556667;Eva;Nínive'],
].map((lines) => Buffer.from(lines.join('\n')));

/** Cut into small pieces, so that many are under way at once. */
const piecesOf = (file: Buffer) =>
  Array.from({ length: Math.ceil(file.length / 997) }, (_, n) => file.subarray(n * 997, (n + 1) * 997));
const store = { get: async (key: string) => Readable.from(piecesOf(FILES[Number(key)]!)) } as unknown as FileStore;
const files = FILES.map((file, index) => ({ fileNo: index + 1, fileKey: String(index), bytes: file.length }));

async function readAll(threadFrom: number) {
  const source = createCsvSource(store, files, PLACES, { threadFrom, piece: 1_500 });
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

test('a thread of its own reads what this one would, in the same order', async () => {
  const here = await readAll(Number.MAX_SAFE_INTEGER);
  expect(here).toMatchObject({ count: { valid: 2_001, numbers: 901 }, done: 1 });
  expect(here.rejected).toMatchObject([
    { fileNo: 1, line: 2_002 },
    { fileNo: 2, line: 3 },
  ]);
  expect(here.unknownPlaces?.places).toMatchObject([{ name: 'Nínive', rows: 1 }]);
  expect(await readAll(0)).toEqual(here);
});

test('a file that cannot be loaded ends the reading, and its thread', async () => {
  const bad = { get: async () => Readable.from([Buffer.from('a;b\n1;2\n')]) } as unknown as FileStore;
  const source = createCsvSource(bad, files.slice(0, 1), PLACES, { threadFrom: 0 });
  const read = async () => {
    for await (const batch of source.batches(new AbortController().signal)) expect(batch.pack.starts).toHaveLength(1);
  };
  await expect(read()).rejects.toThrow('inválidos');
});

test('whoever waits for a thread that ends hears of it', async () => {
  const reader = readInThread(PLACES);
  const answer = reader.push(new Uint8Array(FILES[0]!));
  await reader.close();
  await expect(answer).rejects.toThrow('has ended');
  await expect(reader.end()).rejects.toThrow('has ended');
});
