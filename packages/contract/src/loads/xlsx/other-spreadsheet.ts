import type { FileRules } from '../../shared/files.ts';
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

/** Where workbooks are taken: how to make one of a spreadsheet of another kind. Undefined: its name says nothing of the sort. */
export const otherSpreadsheet = (rules: FileRules, name: string): WorkbookRefusal | undefined =>
  rules.kinds.includes('xlsx') ? BY_ENDING[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] : undefined;
