import type { AudienceField, PersonFields } from './columns.ts';
import type { HeaderColumn } from './header.ts';

/** A row, whatever it is written in: '' where it has no such cell. */
export interface RowCells {
  count(): number;
  cell(index: number): string;
}

/** The fields of a row by the columns of its header; of two columns for the same field the first counts. */
export function fieldPicker(columns: readonly HeaderColumn[]) {
  const placeOf = new Map<AudienceField, number>();
  for (const [place, { field }] of columns.entries())
    if (field !== null && !placeOf.has(field)) placeOf.set(field, place);
  const picked = [...placeOf];
  return (row: RowCells): PersonFields => {
    const fields: PersonFields = {};
    for (const [field, place] of picked) fields[field] = row.cell(place);
    return fields;
  };
}
