import type { FileAccess } from './zip-directory.ts';
import { damaged, WorkbookFault } from './workbook-fault.ts';

/** How the compound file of older programs begins; a workbook with a password is packed into one, too. */
export const COMPOUND_MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const;

const HEADER_BYTES = 512;
const SECTOR_SHIFT_AT = 30;
const DIRECTORY_AT = 48;
/** The sectors of the table that says which sector follows which; the first 109 of them stand in the header. */
const TABLE_AT = 76;
const TABLE_LISTED = 109;
const ENTRY_BYTES = 128;
const NAME_BYTES_AT = 64;
/** Of the directory: enough for either kind of workbook. */
const SECTORS_MAX = 16;
const names = new TextDecoder('utf-16le');

/** The names of the streams in a compound file, as far as its directory can be followed. */
async function* streamNames(file: FileAccess): AsyncGenerator<string> {
  if (file.size < HEADER_BYTES) throw damaged('a compound file cut off');
  const header = viewOf(await file.read(0, HEADER_BYTES));
  const size = 2 ** Math.min(Math.max(header.getUint16(SECTOR_SHIFT_AT, true), 7), 12);
  const placeOf = (sector: number) => (sector + 1) * size;
  const holds = (sector: number) => placeOf(sector) + size <= file.size;

  /** The one that the table names; the next one where the table is out of reach. */
  async function following(sector: number): Promise<number> {
    const index = Math.trunc(sector / (size / 4));
    const table = index < TABLE_LISTED ? header.getUint32(TABLE_AT + index * 4, true) : -1;
    if (table < 0 || !holds(table)) return sector + 1;
    return viewOf(await file.read(placeOf(table) + (sector % (size / 4)) * 4, 4)).getUint32(0, true);
  }

  let sector = header.getUint32(DIRECTORY_AT, true);
  if (!holds(sector)) throw damaged('a compound file cut off');
  for (let read = 0; read < SECTORS_MAX && holds(sector); read += 1) {
    const directory = viewOf(await file.read(placeOf(sector), size));
    for (let at = 0; at < size; at += ENTRY_BYTES) {
      const length = Math.min(directory.getUint16(at + NAME_BYTES_AT, true), NAME_BYTES_AT);
      yield names.decode(new Uint8Array(directory.buffer, at, Math.max(0, length - 2)));
    }
    sector = await following(sector);
  }
}

/** In memory of its own: of a Buffer, slice() would give the pool that it is part of. */
const viewOf = (bytes: Uint8Array) => new DataView(new Uint8Array(bytes).buffer);

/** Refuses a workbook with a password, one of Excel 97 to 2003, or another compound file. */
export async function refuseCompoundFile(file: FileAccess): Promise<never> {
  for await (const name of streamNames(file)) {
    if (name === 'EncryptedPackage' || name === 'EncryptionInfo')
      throw new WorkbookFault('WORKBOOK_PROTECTED', 'an encrypted package');
    if (name === 'Workbook' || name === 'Book') throw new WorkbookFault('WORKBOOK_OLD', 'a .xls');
  }
  throw new WorkbookFault('NO_WORKBOOK', 'another compound file');
}
