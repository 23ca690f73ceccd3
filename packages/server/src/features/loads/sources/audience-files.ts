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

/** A step for the reader, and the bytes of the file consumed by then. */
type ConsumingStep = { step: ReadingStep; taken: number };

/** Streams the files of one load in order; holds only a few chunks. */
export function createFileSource(
  store: FileStore,
  files: readonly SourceFile[],
  places: PlaceRules,
  { threadFrom = THREAD_FROM, piece = PIECE }: { threadFrom?: number; piece?: number } = {},
): ReadableSource {
  const shapes: { fileNo: number; shape: AudienceShape }[] = [];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  const toRead = files.reduce((sum, { bytes, kind }) => sum + bytes * (kind === 'xlsx' ? COMPRESSION_RATIO : 1), 0);
  let before = 0;
  let unknownPlaces: UnknownPlaces | undefined;

  function saveShape(fileNo: number, shape: AudienceShape | null): void {
    if (!shape || shapes.some((known) => known.fileNo === fileNo)) return;
    shapes.push({ fileNo, shape });
    if (shape.failure !== null) throw new LoadFailure(INVALID_FIELDS, new Error(shape.failure));
  }

  async function* readFile(file: SourceFile, reader: FileReader, signal: AbortSignal): AsyncGenerator<SourceBatch> {
    const asked: { taken: number; isSilent: boolean; answer: ReturnType<FileReader['take']> }[] = [];
    const ask = (step: ReadingStep, taken: number) => {
      asked.push({ taken, isSilent: step.step === 'sheet' || step.step === 'texts', answer: reader.take(step) });
    };
    async function* next(): AsyncGenerator<SourceBatch> {
      const { taken, isSilent, answer } = asked.shift()!;
      const { pack, rejected, shape, ...read } = await answer;
      unknownPlaces = read.unknownPlaces ?? unknownPlaces;
      saveShape(file.fileNo, shape);
      // Styles and shared strings say nothing about progress.
      if (!isSilent) yield { fileNo: file.fileNo, pack, rejected, done: (before + taken) / total };
    }
    const steps = file.kind === 'xlsx' ? stepsOfWorkbook(store, file) : stepsOfCsv(store, file, piece);
    for await (const { step, taken } of steps) {
      signal.throwIfAborted();
      ask(step, taken);
      if (asked.length > IN_FLIGHT) yield* next();
    }
    ask({ step: 'end' }, file.bytes);
    while (asked.length > 0) yield* next();
    before += file.bytes;
    if (!shapes.some((known) => known.fileNo === file.fileNo))
      throw new LoadFailure(INVALID_FIELDS, new Error('El archivo está vacío.'));
  }

  return {
    async *batches(signal) {
      const reader = toRead >= threadFrom ? readInThread(places) : readInPlace(places);
      try {
        for (const file of files) yield* readFile(file, reader, signal);
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

async function* stepsOfCsv(store: FileStore, { fileKey }: SourceFile, piece: number): AsyncGenerator<ConsumingStep> {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let taken = 0;
  const joinHeld = (): ConsumingStep => {
    // Copied into its own buffer, which may be transferred to a thread.
    const piece = new Uint8Array(Buffer.concat(chunks, held));
    taken += held;
    chunks = [];
    held = 0;
    return { step: { step: 'rows', piece }, taken };
  };
  for await (const chunk of (await store.get(fileKey)) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    held += chunk.length;
    if (held >= piece) yield joinHeld();
  }
  if (held > 0) yield joinHeld();
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
