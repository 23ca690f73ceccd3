/** Blanks and whatever is not seen: control and format characters, separators, marks of direction, fillers. */
const UNSEEN =
  '\\0-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5' +
  '\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb' +
  '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}';

// Cells that a spreadsheet would run as a formula, also behind blanks, invisible characters and apostrophes, so that removing one
// apostrophe restores the cell. Valid in JavaScript and in PostgreSQL (db/stream-rows.ts).
export const FORMULA_START = `^'*[${UNSEEN}]*[=+@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−\t\r\n-]`;
const runs = new RegExp(FORMULA_START, 'u');

/** Begins with a letter or digit, as nearly every cell: then the expression above is not needed. */
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
export const neutralise = (cell: string) => (!beginsPlainly(cell) && runs.test(cell) ? `'${cell}` : cell);

/** For our own files when they are loaded again; other cells with an apostrophe ('Ndrangheta) stay. */
export const undoNeutralise = (cell: string) => (cell.startsWith("'") && runs.test(cell) ? cell.slice(1) : cell);

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
