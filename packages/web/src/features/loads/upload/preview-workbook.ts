import type { PersonRules } from '@campanero/contract/loads/csv/read-person';
import { createSheetReader } from '@campanero/contract/loads/xlsx/sheet-reader';
import { openWorkbookHead } from '../../../lib/workbook-head.ts';
import { errorSpec } from '@campanero/contract/errors';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import type { FilePreview } from './preview-file.ts';

const refused = (refusal: string) => ({ shape: null, rows: [], rejected: [], isWhole: true, refusal });

/** Reads the beginning of a sheet with the very modules that load it; without a name, of the first sheet. */
export async function previewWorkbook(
  picked: File,
  rules: PersonRules,
  name: string | undefined,
): Promise<Omit<FilePreview, 'unknownPlaces'>> {
  const opened = await openWorkbookHead(picked, name);
  if ('refusal' in opened) return refused(opened.refusal);
  const { cells, head, isWhole, sheet, sheets } = opened;
  const reader = createSheetReader(rules, cells);
  try {
    const batches = head.map((chunk) => reader.push(chunk));
    if (isWhole) batches.push(reader.end());
    return {
      shape: reader.shape(),
      rows: batches.flatMap(({ rows }) => rows),
      rejected: batches.flatMap(({ rejected }) => rejected),
      isWhole,
      workbook: { sheet, sheets, headerRow: reader.headerRow() },
    };
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error;
    return refused(errorSpec(error.refusal).es);
  }
}
