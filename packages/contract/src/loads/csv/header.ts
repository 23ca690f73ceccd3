import { formatCount } from '../../shared/numbers.ts';
import { isReportColumn, matchColumn, type AudienceField, type PersonFields } from './columns.ts';
import type { Encoding } from './encoding.ts';
import { MAX_CELLS, type Delimiter, type RecordScanner } from './record-scanner.ts';
import type { RowCells } from './row-faults.ts';

/** Excel's own first line, `sep=;`, possibly quoted or padded with delimiters. Undefined for any other line. */
export function readSeparatorLine(line: string): Delimiter | undefined {
  const [, named] = /^"?sep=([;,\t|])"?\1* *(?:\r\n|\n|\r)?$/i.exec(line) ?? [];
  return named as Delimiter | undefined;
}

/** `field` is null for an unknown column, and for a second one of the same field. */
type HeaderColumn = { index: number; name: string; field: AudienceField | null };

export interface AudienceShape {
  encoding: Encoding;
  delimiter: Delimiter;
  header: string[];
  columns: HeaderColumn[];
  /** Unread columns, without those that our own file of rejected rows adds. */
  ignoredColumns: string[];
  hasPhoneColumn: boolean;
  /** Why no row of this file can be loaded; null if they can. */
  failure: string | null;
}

export function readHeader(header: readonly string[], delimiter: Delimiter = ';', encoding: Encoding = 'utf-8') {
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

export function fieldPicker(columns: readonly HeaderColumn[]) {
  const picked = columns.flatMap(({ index, field }) => (field === null ? [] : [{ index, field }]));
  return (row: RowCells): PersonFields => {
    const fields: PersonFields = {};
    for (const { index, field } of picked) fields[field] = row.cell(index);
    return fields;
  };
}

/** None for a line that is too long to be a header. */
export const headerCells = (scanner: RecordScanner) =>
  scanner.isTooLong() ? [] : Array.from({ length: scanner.count() }, (_, index) => scanner.cell(index));

/** Prefers the header with most known columns, then with most columns. */
export const headerScore = (
  header: readonly string[],
  isKnown = (name: string): boolean => matchColumn(name) !== null,
): number => header.slice(0, MAX_CELLS).filter((name) => isKnown(name)).length * (MAX_CELLS + 1) + header.length;
