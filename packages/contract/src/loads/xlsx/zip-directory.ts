import { damaged, WorkbookFault } from './workbook-fault.ts';

/** A file of which any part can be read: on the server's disk or in its store, or one that the browser was given. */
export interface FileAccess {
  size: number;
  /** Exactly these bytes: never asked for beyond the end. */
  read(start: number, length: number): Promise<Uint8Array>;
  stream(start: number, length: number): AsyncIterable<Uint8Array>;
}

/** One file within a zip, as the directory at its end describes it. */
export interface ZipEntry {
  name: string;
  /** Of the entry's own header, in front of its data. */
  offset: number;
  compressed: number;
  size: number;
  /** 0 stored, 8 deflated. */
  method: number;
  crc: number;
  isEncrypted: boolean;
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;

/** A workbook has some dozens; a directory of more is no workbook's, and is not held in memory. */
const DIRECTORY_MAX = 4_194_304;
/** A 32-bit field of this value stands in the zip64 extension. */
const IN_EXTENSION = 0xffffffff;
const EXTENSION_ID = 1;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function wide(view: DataView, at: number): number {
  const value = view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
  if (!Number.isSafeInteger(value)) throw damaged('a place beyond any file');
  return value;
}

/** The entries of a zip, from the directory at its end; a file that was cut off has none. */
export async function readZipDirectory(file: FileAccess): Promise<ZipEntry[]> {
  const tailLength = Math.min(file.size, END_BYTES + COMMENT_MAX + END64_LOCATOR_BYTES);
  const tailStart = file.size - tailLength;
  const tail = viewOf(await file.read(tailStart, tailLength));
  const end = findEnd(tail);
  if (end === -1) throw damaged('no directory at the end of the zip');
  let length = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  if (end >= END64_LOCATOR_BYTES && tail.getUint32(end - END64_LOCATOR_BYTES, true) === END64_LOCATOR) {
    const at = wide(tail, end - END64_LOCATOR_BYTES + 8);
    if (at + END64_BYTES > file.size) throw damaged('a directory beyond the end of the file');
    const end64 = viewOf(await file.read(at, END64_BYTES));
    if (end64.getUint32(0, true) !== END64) throw damaged('no zip64 directory');
    length = wide(end64, 40);
    start = wide(end64, 48);
  }
  if (start + length > file.size) throw damaged('a directory beyond the end of the file');
  if (length > DIRECTORY_MAX) throw new WorkbookFault('NO_WORKBOOK', 'a zip of very many files');
  return readEntries(viewOf(await file.read(start, length)), file.size);
}

/** From the back: what stands behind the end is a comment, whose length the end names. */
function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1)
    if (tail.getUint32(at, true) === END && at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength)
      return at;
  return -1;
}

const names = new TextDecoder();

function readEntries(view: DataView, fileSize: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= view.byteLength;) {
    if (view.getUint32(at, true) !== ENTRY) throw damaged('a directory without entries');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const nameStart = at + ENTRY_BYTES;
    const behind = nameStart + nameLength + extraLength + view.getUint16(at + 32, true);
    if (behind > view.byteLength) throw damaged('an entry cut off');
    const entry: ZipEntry = {
      name: names.decode(new Uint8Array(view.buffer, view.byteOffset + nameStart, nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    readExtension(view, nameStart + nameLength, extraLength, entry);
    if (entry.offset + LOCAL_BYTES + entry.compressed > fileSize) throw damaged('an entry beyond the end of the file');
    entries.push(entry);
    at = behind;
  }
  return entries;
}

/** Sizes and places of more than four gigabytes, in the order of the fields that leave them to the extension. */
function readExtension(view: DataView, from: number, length: number, entry: ZipEntry): void {
  for (let at = from; at + 4 <= from + length;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === EXTENSION_ID && end <= from + length) {
      let place = at + 4;
      for (const field of ['size', 'compressed', 'offset'] as const)
        if (entry[field] === IN_EXTENSION && place + 8 <= end) {
          entry[field] = wide(view, place);
          place += 8;
        }
    }
    at = end;
  }
}

/** Where an entry's data begins: its own header says how much stands in front of it. */
export async function dataStart(file: FileAccess, entry: ZipEntry): Promise<number> {
  const header = viewOf(await file.read(entry.offset, LOCAL_BYTES));
  if (header.getUint32(0, true) !== LOCAL) throw damaged('an entry without its header');
  const start = entry.offset + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + entry.compressed > file.size) throw damaged('an entry beyond the end of the file');
  return start;
}
