import type { CellRules } from '../loads/xlsx/cell-text.ts';
import { createRowReader } from '../loads/xlsx/sheet-rows.ts';
import { createUserTable, type ReadFile } from './import.ts';

/** The XML of so many people, with room for what spreadsheets write around them. */
export const USER_SHEET_BYTES = 4_194_304;

/** The rows of a workbook's sheet, by the rules of a CSV's; `isWhole`: nothing of it is left out. */
export function readUserSheet(cells: CellRules, xml: readonly Uint8Array[], isWhole: boolean): ReadFile {
  const table = createUserTable();
  const reader = createRowReader(cells, (row) => {
    if (!row.isTooLong()) void table.take(row, row.number());
  });
  for (const chunk of xml) reader.push(chunk);
  if (!isWhole) return { fault: 'La hoja es demasiado grande: deje en ella solo las filas de usuarios.' };
  reader.end();
  return table.end();
}
