import { formatCount } from '../../shared/numbers.ts';
import { isReportColumn, matchColumn } from './columns.ts';
import type { AudienceField } from './columns.ts';
import type { Encoding } from './encoding.ts';
import { MAX_CELLS, MAX_RECORD } from './record-scanner.ts';
import type { RecordScanner } from './record-scanner.ts';

export const DELIMITERS = [';', ',', '\t'] as const;
/** `|` is rare: used only where the file's own `sep=` line names it. */
export type Delimiter = (typeof DELIMITERS)[number] | '|';

/**
 * Excel's own first line, `sep=;`: which delimiter follows, written for itself and no row of the table; quoted by programs
 * that quote everything, and followed by more of them where every line is filled up to the same width. Undefined: another line.
 */
export function readSeparatorLine(line: string): Delimiter | undefined {
  const [, named] = /^"?sep=([;,\t|])"?\1* *(?:\r\n|\n|\r)?$/i.exec(line) ?? [];
  return named as Delimiter | undefined;
}

export interface HeaderColumn {
  index: number;
  name: string;
  /** Null: no field of ours. */
  field: AudienceField | null;
}

/** What the header of a file says, known once its line was read. */
export interface AudienceShape {
  encoding: Encoding;
  delimiter: Delimiter;
  header: string[];
  columns: HeaderColumn[];
  /** Columns that are not read, for the report; without the two that our own file of rejected rows adds. */
  ignoredColumns: string[];
  hasPhoneColumn: boolean;
  /** Why no row of this file can be loaded, in words; null when they can. */
  failure: string | null;
}

/** A field's first column counts; a second one for the same field is reported as ignored. */
export function readHeader(header: string[], delimiter: Delimiter, encoding: Encoding): AudienceShape {
  const names = header.slice(0, MAX_CELLS).map((name) => name.replaceAll('\uFEFF', '').trim());
  const taken = new Set<AudienceField>();
  const columns = names.map((name, index) => {
    const field = matchColumn(name);
    if (field === null || taken.has(field)) return { index, name, field: null };
    taken.add(field);
    return { index, name, field };
  });
  const hasPhoneColumn = taken.has('phone') || taken.has('mobile');
  return {
    encoding,
    delimiter,
    header: names,
    columns,
    ignoredColumns: columns
      .filter(({ field, name }) => field === null && name !== '' && !isReportColumn(name))
      .map(({ name }) => name),
    hasPhoneColumn,
    failure: failureOf(header, hasPhoneColumn),
  };
}

function failureOf(header: readonly string[], hasPhoneColumn: boolean): string | null {
  if (header.length === 0 || header.some((name) => name.includes('\0'))) return 'El archivo no es un CSV.';
  if (header.length > MAX_CELLS) return `El archivo tiene más de ${formatCount(MAX_CELLS)} columnas.`;
  return hasPhoneColumn ? null : 'El archivo no tiene una columna de teléfono o celular.';
}

/** A header that is too long to be one has no cells at all. */
export const headerCells = (scanner: RecordScanner) =>
  scanner.length() > MAX_RECORD ? [] : Array.from({ length: scanner.count() }, (_, index) => scanner.cell(index));

/** How much sense a header makes when cut by one delimiter: known columns first, then columns at all. */
export const headerScore = (header: readonly string[]) =>
  header.slice(0, MAX_CELLS).filter((name) => matchColumn(name) !== null).length * (MAX_CELLS + 1) + header.length;
