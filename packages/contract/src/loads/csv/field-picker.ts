import type { AudienceField, PersonFields } from './columns.ts';
import type { HeaderColumn } from './header.ts';
import type { RecordScanner } from './record-scanner.ts';

/** The fields of a row by the columns of its header; of two columns for the same field the first counts. */
export function fieldPicker(columns: readonly HeaderColumn[]) {
  const placeOf = new Map<AudienceField, number>();
  for (const [place, { field }] of columns.entries())
    if (field !== null && !placeOf.has(field)) placeOf.set(field, place);
  const picked = [...placeOf];
  return (scanner: RecordScanner): PersonFields => {
    const fields: PersonFields = {};
    for (const [field, place] of picked) fields[field] = scanner.cell(place);
    return fields;
  };
}
