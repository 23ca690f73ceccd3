import { damaged, WorkbookFault } from './workbook-fault.ts';
import { dataStart, type FileAccess, type ZipEntry } from './zip-directory.ts';

/** What server and browser do in their own way. */
export interface ZipTools {
  /** Raw deflate. Throws a WorkbookFault where the data are none; what the file's own reading throws goes through as it is. */
  inflate(compressed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The checksum of all bytes so far, where it is cheap. */
  crc32?: (bytes: Uint8Array, before: number) => number;
}

const STORED = 0;
const DEFLATED = 8;

/** A part may grow to this many times its compressed size, once it is larger than what is always allowed … */
const RATIO_MAX = 200;
const ALWAYS_ALLOWED = 16_777_216;
/** … and to no more than this. A full sheet of 1,048,576 rows and 30 columns has less than half. */
const PART_MAX = 4_294_967_296;

const isBomb = (size: number, compressed: number) =>
  size > PART_MAX || (size > ALWAYS_ALLOWED && size > compressed * RATIO_MAX);

/** Refuses by what the directory declares, before anything is unpacked. */
export function refuseBomb({ size, compressed, name }: ZipEntry): void {
  if (isBomb(size, compressed)) throw new WorkbookFault('WORKBOOK_BOMB', `${name} declares ${size} of ${compressed}`);
}

/** The content of an entry, unpacked as it is read: never more than declared, which was judged before, and whole at the end. */
export async function* readPart(file: FileAccess, entry: ZipEntry, tools: ZipTools): AsyncGenerator<Uint8Array> {
  refuseBomb(entry);
  if (entry.isEncrypted) throw new WorkbookFault('WORKBOOK_PROTECTED', entry.name);
  if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged(`${entry.name} packed by ${entry.method}`);
  const packed = file.stream(await dataStart(file, entry), entry.compressed);
  let size = 0;
  let crc = 0;
  for await (const chunk of entry.method === STORED ? packed : tools.inflate(packed)) {
    size += chunk.length;
    // What the directory says may be a lie: the real size counts too.
    if (isBomb(size, entry.compressed))
      throw new WorkbookFault('WORKBOOK_BOMB', `${entry.name} of ${entry.compressed}`);
    if (size > entry.size) throw damaged(`${entry.name} is larger than declared`);
    if (tools.crc32) crc = tools.crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size) throw damaged(`${entry.name} is smaller than declared`);
  if (tools.crc32 && crc !== entry.crc) throw damaged(`${entry.name} has another checksum`);
}
