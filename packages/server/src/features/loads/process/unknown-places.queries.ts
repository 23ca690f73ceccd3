import { createPlaceFinder } from '@campanero/contract/loads/csv/closest-places';
import type { UnknownPlaces } from '@campanero/contract/loads/csv/places';
import { UNKNOWN_PLACES_MAX } from '@campanero/contract/loads/schemas';
import type { District } from '@campanero/contract/lookups/schemas';
import type { Db } from '../../../db/client.ts';
import type { StoredUnknownPlace } from '../unknown-places.ts';

/** The report's list of places that match nothing, with the official ones that may be meant. Nothing of a load that is over. */
export async function saveUnknownPlaces(
  db: Db,
  { id, attempt }: { id: number; attempt: number },
  tree: readonly District[],
  unknown: UnknownPlaces | undefined,
): Promise<void> {
  if (!unknown || unknown.places.length === 0) return;
  const findClosest = createPlaceFinder(tree);
  const named = unknown.places.slice(0, UNKNOWN_PLACES_MAX).map((place): StoredUnknownPlace => ({
    ...place,
    // PostgreSQL stores no NUL.
    name: place.name.replaceAll('\0', '\uFFFD'),
    districtName: tree.find((district) => district.id === place.districtId)?.name ?? null,
    closest: findClosest(place),
  }));
  await db
    .updateTable('audienceLoad')
    .set({
      unknownPlaces: JSON.stringify(named),
      unknownPlacesCount: unknown.places.length,
      rowsWithoutPlace: unknown.rowsWithoutPlace,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .execute();
}
