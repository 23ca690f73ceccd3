import { ERRORS } from '@campanero/contract/errors';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import type { PlaceRules, UnknownPlaces } from '@campanero/contract/loads/csv/places';
import { openWorkbook, sheetOf } from '@campanero/contract/loads/xlsx/open-workbook';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { readPart } from '@campanero/contract/loads/xlsx/zip-part';
import type { FileStore } from '../../../integrations/files/port.ts';
import { accessFile, zipTools } from '../../../integrations/files/zip-access.ts';
import { INVALID_FIELDS, LoadFailure, type SourceBatch } from '../../../call-store/load/index.ts';
import { readInPlace, readInThread, type FileReader } from './file-reader.ts';
import type { ReadingStep } from './reading.ts';
import type { ReadableSource } from './findings.ts';

export interface SourceFile {
  fileNo: number;
  fileKey: string;
  bytes: number;
  kind: 'csv' | 'xlsx';
  /** Of a workbook; null for the first. */
  sheet: string | null;
}

/** From this size on a worker thread reads; smaller files are read before it has started. */
const THREAD_FROM = 8 * 2 ** 20;
/** Approximate compression ratio of workbooks. */
const COMPRESSION_RATIO = 6;
/** Bytes per message to the reader: chunks of the store are smaller, and each message costs time. */
const PIECE = 2 ** 18;
/** Messages in flight, so that neither thread waits for the other. */
const IN_FLIGHT = 4;

/** A step for the reader, and how much of the table was consumed by then, in the unit of its size. */
type ConsumingStep = { step: ReadingStep; taken: number };
/** `taken` as in ConsumingStep. */
type ConsumedChunk = { chunk: Uint8Array; taken: number };
interface SourceTable {
  fileNo: number;
  size: number;
  /** Estimate. */
  bytes: number;
  steps: (signal: AbortSignal) => AsyncIterable<ConsumingStep>;
}
type SourceTuning = { threadFrom?: number; piece?: number };

/** Streams the files of one load in order. */
export const createFileSource = (
  store: FileStore,
  files: readonly SourceFile[],
  places: PlaceRules,
  tuning: SourceTuning = {},
): ReadableSource =>
  createTableSource(
    files.map((file) => ({
      fileNo: file.fileNo,
      size: file.bytes,
      bytes: file.bytes * (file.kind === 'xlsx' ? COMPRESSION_RATIO : 1),
      steps: () => (file.kind === 'xlsx' ? stepsOfWorkbook(store, file) : stepsOfCsv(chunksOf(store, file), tuning)),
    })),
    places,
    tuning,
  );

/** Bytes of a row, on average. */
const ROW_BYTES = 100;

/** A CSV of about `rows` people, written while it is read. */
export const createStreamSource = (
  { read, rows }: { read: (signal: AbortSignal) => AsyncIterable<ConsumedChunk>; rows: number },
  places: PlaceRules,
): ReadableSource =>
  createTableSource(
    [{ fileNo: 1, size: 1, bytes: rows * ROW_BYTES, steps: (signal) => stepsOfCsv(read(signal)) }],
    places,
  );

/** Holds only a few chunks. */
function createTableSource(
  tables: readonly SourceTable[],
  places: PlaceRules,
  { threadFrom = THREAD_FROM }: SourceTuning = {},
): ReadableSource {
  const shapes: { fileNo: number; shape: AudienceShape }[] = [];
  const total = tables.reduce((sum, { size }) => sum + size, 0) || 1;
  const toRead = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  let unknownPlaces: UnknownPlaces | undefined;

  function saveShape(fileNo: number, shape: AudienceShape | null): void {
    if (!shape || shapes.some((known) => known.fileNo === fileNo)) return;
    shapes.push({ fileNo, shape });
    if (shape.failure !== null) throw new LoadFailure(INVALID_FIELDS, new Error(shape.failure));
  }

  async function* readTable(table: SourceTable, reader: FileReader, signal: AbortSignal): AsyncGenerator<SourceBatch> {
    const asked: { taken: number; isSilent: boolean; answer: ReturnType<FileReader['take']> }[] = [];
    const ask = (step: ReadingStep, taken: number) => {
      asked.push({ taken, isSilent: step.step === 'sheet' || step.step === 'texts', answer: reader.take(step) });
    };
    async function* next(): AsyncGenerator<SourceBatch> {
      const { taken, isSilent, answer } = asked.shift()!;
      const { pack, rejected, shape, ...read } = await answer;
      unknownPlaces = read.unknownPlaces ?? unknownPlaces;
      saveShape(table.fileNo, shape);
      // Styles and shared strings say nothing about progress.
      if (!isSilent) yield { fileNo: table.fileNo, pack, rejected, done: (before + taken) / total };
    }
    for await (const { step, taken } of table.steps(signal)) {
      signal.throwIfAborted();
      ask(step, taken);
      if (asked.length > IN_FLIGHT) yield* next();
    }
    ask({ step: 'end' }, table.size);
    while (asked.length > 0) yield* next();
    before += table.size;
    if (!shapes.some((known) => known.fileNo === table.fileNo))
      throw new LoadFailure(INVALID_FIELDS, new Error('El archivo está vacío.'));
  }

  return {
    async *batches(signal) {
      const reader = toRead >= threadFrom ? readInThread(places) : readInPlace(places);
      try {
        for (const table of tables) yield* readTable(table, reader, signal);
      } catch (error) {
        throw error instanceof WorkbookFault ? new LoadFailure(ERRORS[error.refusal].es, error) : error;
      } finally {
        await reader.close();
      }
    },
    shapes: () => shapes,
    unknownPlaces: () => unknownPlaces,
  };
}

async function* chunksOf(store: FileStore, { fileKey }: SourceFile): AsyncGenerator<ConsumedChunk> {
  let taken = 0;
  for await (const chunk of (await store.get(fileKey)) as AsyncIterable<Buffer>)
    yield { chunk, taken: (taken += chunk.length) };
}

async function* stepsOfCsv(
  chunks: AsyncIterable<ConsumedChunk>,
  { piece = PIECE }: SourceTuning = {},
): AsyncGenerator<ConsumingStep> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let last = 0;
  const joinHeld = (): ConsumingStep => {
    // Copied into its own buffer, which may be transferred to a thread.
    const joined = new Uint8Array(Buffer.concat(held, bytes));
    held = [];
    bytes = 0;
    return { step: { step: 'rows', piece: joined }, taken: last };
  };
  for await (const { chunk, taken } of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    last = taken;
    if (bytes >= piece) yield joinHeld();
  }
  if (bytes > 0) yield joinHeld();
}

/** Cell styles, shared strings, then the rows of the chosen sheet. */
async function* stepsOfWorkbook(store: FileStore, source: SourceFile): AsyncGenerator<ConsumingStep> {
  const { bytes } = source;
  let taken = 0;
  const file = accessFile(store, { key: source.fileKey, bytes }, (count) => (taken += count));
  const workbook = await openWorkbook(file, zipTools);
  const { entry } = sheetOf(workbook, source.sheet);
  yield { step: { step: 'sheet', rules: { looks: workbook.looks, is1904: workbook.is1904 } }, taken };
  for (const [step, part] of [['texts', workbook.texts] as const, ['rows', entry] as const]) {
    if (!part) continue;
    // Copied: the unpacked chunks share memory, which is transferred to the thread.
    for await (const chunk of readPart(file, part, zipTools))
      yield { step: { step, piece: new Uint8Array(chunk) }, taken: Math.min(taken, bytes) };
  }
}
