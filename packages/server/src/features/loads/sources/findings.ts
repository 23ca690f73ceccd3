import { type Db, run } from '../../../db/index.ts';
import { createPlaceFinder } from '@campanero/contract/loads/csv/closest-places';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import type { UnknownPlaces } from '@campanero/contract/loads/csv/places';
import { UNKNOWN_PLACES_MAX } from '@campanero/contract/loads/schemas';
import type { District } from '@campanero/contract/lookups/schemas';
import type { AudienceSource } from '../../../call-store/load/index.ts';
import type { Attempt } from '../../../work/attempts.ts';
import { loadAttempts, type StoredUnknownPlace } from '../loads.queries.ts';

/** A source and what reading it found so far. */
export interface ReadableSource extends AudienceSource {
  shapes(): { fileNo: number; shape: AudienceShape }[];
  /** Undefined until the first file, or the whole remote source, was read. */
  unknownPlaces(): UnknownPlaces | undefined;
}

export async function saveFindings(db: Db, load: Attempt, source: ReadableSource, tree: readonly District[]) {
  await saveShapes(db, load, source.shapes());
  const unknown = source.unknownPlaces();
  if (unknown && unknown.places.length > 0) await saveUnknownPlaces(db, load, unknown, tree);
}

/** PostgreSQL cannot store NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');

async function saveShapes(db: Db, { id }: Attempt, shapes: ReturnType<ReadableSource['shapes']>): Promise<void> {
  for (const { fileNo, shape } of shapes)
    await run(db)`
      update audience_load_file set header = ${shape.header.map(withoutNul)}, delimiter = ${shape.delimiter}
      where load_id = ${id} and file_no = ${fileNo}`;
  const ignored = [...new Set(shapes.flatMap(({ shape }) => shape.ignoredColumns.map(withoutNul)))];
  await run(db)`update audience_load set ignored_columns = ${ignored} where id = ${id}`;
}

/** With the closest official places. No effect on an ended load. */
async function saveUnknownPlaces(db: Db, load: Attempt, unknown: UnknownPlaces, tree: readonly District[]) {
  const findClosest = createPlaceFinder(tree);
  const named = unknown.places
    .slice(0, UNKNOWN_PLACES_MAX)
    .map((place): StoredUnknownPlace => ({
      ...place,
      name: withoutNul(place.name),
      districtName: tree.find((district) => district.id === place.districtId)?.name ?? null,
      closest: findClosest(place),
    }));
  await loadAttempts.update(db, load, {
    unknownPlaces: JSON.stringify(named),
    unknownPlacesCount: unknown.places.length,
    rowsWithoutPlace: unknown.rowsWithoutPlace,
  });
}
