/**
 * Cells that a spreadsheet would run as a formula (SEC-40): = + - @ in any width or form, tab and line ends at the beginning, also
 * behind blanks and invisible characters (zero width, marks of direction, fillers). Behind apostrophes too, so that
 * taking one away gives back exactly what was written.
 */
const RUNS = /^'*[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−\t\r\n]/u;

/** Begins with a letter or a digit, as nearly every cell does: known at a glance, without the expression above. */
function beginsPlainly(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0xc0 && code <= 0x24f)
  );
}

/** A leading apostrophe makes a spreadsheet show the cell as text. */
export const neutralise = (cell: string) => (!beginsPlainly(cell) && RUNS.test(cell) ? `'${cell}` : cell);

/** The way back, for our own files when they are loaded again. Other cells with an apostrophe ('Ndrangheta) stay as they are. */
export const undoNeutralise = (cell: string) => (cell.startsWith("'") && RUNS.test(cell) ? cell.slice(1) : cell);

const quoted = (cell: string, delimiter: string) =>
  cell.includes('"') || cell.includes(delimiter) || cell.includes('\n') || cell.includes('\r')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

export const CSV_MARK = '\uFEFF';

/** One line, with its line end; null is a blank cell. A lone blank cell is quoted: a blank line would be no row at all. */
export function csvLine(cells: readonly (string | null)[], delimiter = ';'): string {
  let line = '';
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index];
    if (index > 0) line += delimiter;
    if (cell) line += quoted(neutralise(cell), delimiter);
  }
  return line.trim() === '' && cells.length < 2 ? `"${line}"\r\n` : `${line}\r\n`;
}
