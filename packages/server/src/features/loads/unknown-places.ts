import { letters } from '@campanero/contract/loads/csv/columns';
import type { UnknownPlace } from '@campanero/contract/loads/csv/places';
import type { UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import type { Db } from '../../db/client.ts';
import { listSpellingsOf } from './spellings/spellings.queries.ts';

/** As the load's row keeps it. */
export type StoredUnknownPlace = Omit<UnknownPlaceReport, 'remembered'> & Pick<UnknownPlace, 'districtId'>;

/** The stored list with what has been remembered since: the report shows which of them the next load will understand. */
export async function withRemembered(db: Db, stored: readonly StoredUnknownPlace[]): Promise<UnknownPlaceReport[]> {
  if (stored.length === 0) return [];
  const spellings = await listSpellingsOf(db, [...new Set(stored.map(({ name }) => letters(name)))]);
  return stored.map(({ districtId, ...place }) => {
    const meant = spellings.filter(
      (spelling) =>
        spelling.key === letters(place.name) &&
        levelOf(spelling) === place.level &&
        (place.level === 'district' || districtId === null || spelling.districtId === districtId),
    );
    return { ...place, remembered: meant.length === 1 ? meant[0]!.place : null };
  });
}

const levelOf = ({ sectionId, subsectionId }: { sectionId: string | null; subsectionId: string | null }) =>
  subsectionId !== null ? 'subsection' : sectionId !== null ? 'section' : 'district';
