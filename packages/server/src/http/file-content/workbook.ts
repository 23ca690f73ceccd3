import { WorkbookFault, type WorkbookRefusal } from '@campanero/contract/loads/xlsx/workbook-fault';
import { openWorkbook } from '@campanero/contract/loads/xlsx/open-workbook';
import type { FileStore, StoredFile } from '../../integrations/files/port.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';

const ZIP = '504b0304';
const COMPOUND = 'd0cf11e0';

/** By its first bytes: a zip, or the compound file in which a workbook with a password comes, which gets its own sentence later. */
export const mayBeWorkbook = async (head: Buffer): Promise<boolean> =>
  [ZIP, COMPOUND].includes(head.subarray(0, 4).toString('hex'));

/** What speaks against a workbook that is in the store as a whole: its directory stands at its end. Its rows are not read. */
export async function workbookFault(store: FileStore, file: StoredFile): Promise<WorkbookRefusal | null> {
  try {
    await openWorkbook(accessFile(store, file), zipTools);
    return null;
  } catch (error) {
    if (error instanceof WorkbookFault) return error.refusal;
    throw error;
  }
}
