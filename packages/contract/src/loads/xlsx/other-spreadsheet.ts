import { endingOf, type FileRules } from '../../shared/files.ts';

export const OTHER_SPREADSHEETS = {
  WORKBOOK_OLD: 'Es un archivo de un Excel anterior (.xls). Ábralo en Excel y guárdelo como .xlsx.',
  WORKBOOK_ODS: 'Es un documento de OpenDocument (.ods). Guárdelo como .xlsx o como CSV.',
  WORKBOOK_BINARY: 'Es un libro binario de Excel (.xlsb). Guárdelo como .xlsx.',
  WORKBOOK_MACROS: 'El archivo contiene macros. Guárdelo como «Libro de Excel (.xlsx)», sin macros.',
} as const;
type OtherSpreadsheet = keyof typeof OTHER_SPREADSHEETS;

const BY_ENDING: Record<string, OtherSpreadsheet> = {
  xls: 'WORKBOOK_OLD',
  xlt: 'WORKBOOK_OLD',
  xlsm: 'WORKBOOK_MACROS',
  xltm: 'WORKBOOK_MACROS',
  xlsb: 'WORKBOOK_BINARY',
  ods: 'WORKBOOK_ODS',
  fods: 'WORKBOOK_ODS',
};

/** Why a file with the extension of another kind of spreadsheet is refused, where workbooks are accepted. */
export const otherSpreadsheet = (rules: FileRules, name: string): OtherSpreadsheet | undefined =>
  rules.kinds.includes('xlsx') ? BY_ENDING[endingOf(name) ?? ''] : undefined;
