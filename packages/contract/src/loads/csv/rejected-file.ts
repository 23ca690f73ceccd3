import { isReportColumn, LINE_COLUMN, REASON_COLUMN } from './columns.ts';
import { csvLine } from './write-csv.ts';

/**
 * The CSV of rejected rows: the original columns plus `linea` and `motivo`, to be corrected and loaded again as it
 * is. Where the file was such a CSV itself, its old two columns give way to the new ones. Cells beyond the header stay beyond it.
 */
interface RejectedFile {
  header: string;
  line(row: { line: number; reason: string; cells: readonly string[] }): string;
}

export function createRejectedFile(header: readonly string[], delimiter = ';'): RejectedFile {
  const kept = header.flatMap((name, index) => (isReportColumn(name) ? [] : [index]));
  return {
    header: csvLine([...kept.map((index) => header[index]!), LINE_COLUMN, REASON_COLUMN], delimiter),
    line: ({ line, reason, cells }) =>
      csvLine(
        [...kept.map((index) => cells[index] ?? ''), String(line), reason, ...cells.slice(header.length)],
        delimiter,
      ),
  };
}
