import { isUtf8 } from 'node:buffer';
import {
  createNumberReader,
  createNumberSheetReader,
  type NumberBatch,
  type NumberReader,
} from '@campanero/contract/block-lists/number-reader';
import type { NumberShape } from '@campanero/contract/block-lists/number-shape';
import { openWorkbook, sheetOf } from '@campanero/contract/loads/xlsx/open-workbook';
import { createTextReader, createTextTable } from '@campanero/contract/loads/xlsx/shared-strings';
import { readPart } from '@campanero/contract/loads/xlsx/zip-part';
import type { FileStore } from '../../integrations/files/port.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';
import type { RunningList } from './block-lists.queries.ts';

interface NumbersRead extends NumberBatch {
  /** The part of the file that has been read, 0 to 1. */
  done: number;
  /** Null before the first lines were read, and for an empty file. */
  shape: NumberShape | null;
}

type ListFile = Pick<RunningList, 'kind' | 'sheet' | 'chosenColumn'> & { fileKey: string; bytes: number };

export const readNumbers = (store: FileStore, file: ListFile): AsyncGenerator<NumbersRead> =>
  file.kind === 'xlsx' ? readSheet(store, file) : readText(store, file);

/** Zero-based. */
const columnOf = ({ chosenColumn }: ListFile) => (chosenColumn === null ? undefined : chosenColumn - 1);

async function* readText(store: FileStore, file: ListFile): AsyncGenerator<NumbersRead> {
  const { fileKey, bytes } = file;
  const reader = createNumberReader(isUtf8, columnOf(file));
  let taken = 0;
  for await (const chunk of (await store.get(fileKey)) as AsyncIterable<Buffer>) {
    taken += chunk.length;
    yield { ...reader.push(chunk), done: taken / (bytes || 1), shape: reader.shape() };
  }
  yield atEnd(reader);
}

async function* readSheet(store: FileStore, listFile: ListFile): AsyncGenerator<NumbersRead> {
  const { fileKey, bytes, sheet } = listFile;
  let taken = 0;
  const file = accessFile(store, { key: fileKey, bytes }, (count) => (taken += count));
  const workbook = await openWorkbook(file, zipTools);
  const { entry } = sheetOf(workbook, sheet);
  const texts = createTextTable();
  if (workbook.texts) {
    const textReader = createTextReader(texts);
    for await (const chunk of readPart(file, workbook.texts, zipTools)) textReader.push(chunk);
  }
  const reader = createNumberSheetReader({ looks: workbook.looks, is1904: workbook.is1904, texts }, columnOf(listFile));
  for await (const chunk of readPart(file, entry, zipTools))
    yield { ...reader.push(chunk), done: Math.min(taken / (bytes || 1), 1), shape: reader.shape() };
  yield atEnd(reader);
}

const atEnd = (reader: NumberReader): NumbersRead => ({ ...reader.end(), done: 1, shape: reader.shape() });
