import { WorkbookFault, type WorkbookRefusal } from '@campanero/contract/loads/xlsx/workbook-fault';
import { openWorkbook } from '@campanero/contract/loads/xlsx/open-workbook';
import type { FileStore, StoredFile } from '../../integrations/files/port.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';

const ZIP = '504b0304';
const COMPOUND = 'd0cf11e0';

/** By its first bytes: a ZIP, or the compound file of a password-protected workbook, which gets its own error later. */
export const mayBeWorkbook = async (head: Buffer): Promise<boolean> =>
  [ZIP, COMPOUND].includes(head.subarray(0, 4).toString('hex'));

/** Checks a stored workbook, whose directory is at the end of the file. Does not read rows. */
export async function workbookFault(store: FileStore, file: StoredFile): Promise<WorkbookRefusal | null> {
  try {
    await openWorkbook(accessFile(store, file), zipTools);
    return null;
  } catch (error) {
    if (error instanceof WorkbookFault) return error.refusal;
    throw error;
  }
}
