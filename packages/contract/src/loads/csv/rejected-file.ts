import { isReportColumn, LINE_COLUMN, REASON_COLUMN } from './columns.ts';
import { csvLine } from './write-csv.ts';

/** The original columns plus `linea` and `motivo` (replaced if present), to be corrected and loaded again. */
export function createRejectedFile(header: readonly string[], delimiter = ';') {
  const kept = header.flatMap((name, index) => (isReportColumn(name) ? [] : [index]));
  return {
    header: csvLine([...kept.map((index) => header[index]!), LINE_COLUMN, REASON_COLUMN], delimiter),
    line: ({ line, reason, cells }: { line: number; reason: string; cells: readonly string[] }) =>
      csvLine(
        [...kept.map((index) => cells[index] ?? ''), String(line), reason, ...cells.slice(header.length)],
        delimiter,
      ),
  };
}
