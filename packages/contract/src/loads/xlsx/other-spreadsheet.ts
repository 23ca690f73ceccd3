import { endingOf, type FileRules } from '../../shared/files.ts';
import type { WorkbookRefusal } from './workbook-fault.ts';

const BY_ENDING: Record<string, WorkbookRefusal> = {
  xls: 'WORKBOOK_OLD',
  xlt: 'WORKBOOK_OLD',
  xlsm: 'WORKBOOK_MACROS',
  xltm: 'WORKBOOK_MACROS',
  xlsb: 'WORKBOOK_BINARY',
  ods: 'WORKBOOK_ODS',
  fods: 'WORKBOOK_ODS',
};

/** Why a file with the extension of another kind of spreadsheet is refused, where workbooks are accepted. */
export const otherSpreadsheet = (rules: FileRules, name: string): WorkbookRefusal | undefined =>
  rules.kinds.includes('xlsx') ? BY_ENDING[endingOf(name) ?? ''] : undefined;
