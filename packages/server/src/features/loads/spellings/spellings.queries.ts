import type { RememberedSpelling } from '@campanero/contract/loads/spellings';
import { shortDistrict } from '@campanero/contract/lookups/schemas';
import { sql } from 'kysely';
import { asBigint, type Db, fullName, hasWritten, inSpanishOrder, type Trx } from '../../../db/index.ts';

export type SpellingRow = Omit<RememberedSpelling, 'createdAt'> & { createdAt: Date };

const spellings = (db: Db | Trx) =>
  db
    .selectFrom('placeSpelling')
    .innerJoin('locationDistrict as d', 'd.id', 'placeSpelling.districtId')
    .leftJoin('locationSection as s', 's.id', 'placeSpelling.sectionId')
    .leftJoin('locationSubsection as b', 'b.id', 'placeSpelling.subsectionId')
    .innerJoin('appUser', 'appUser.id', 'placeSpelling.createdBy')
    .select(['placeSpelling.id', 'placeSpelling.name', 'placeSpelling.districtId', 'placeSpelling.sectionId'])
    .select(['placeSpelling.subsectionId', 'placeSpelling.createdAt'])
    .select(sql<string>`coalesce(b.display, s.display, d.display)`.as('place'))
    .select(['d.display as district', 's.display as section'])
    .select(fullName().as('userName'));

type JoinedRow = Omit<SpellingRow, 'within'> & { district: string; section: string | null };
function named({ district, section, ...row }: JoinedRow): SpellingRow {
  const parents = row.subsectionId !== null ? [section, shortDistrict(district)] : [shortDistrict(district)];
  return { ...row, within: row.sectionId === null ? '' : parents.join(', ') };
}

export const listSpellings = async (db: Db): Promise<SpellingRow[]> =>
  (
    await spellings(db)
      .orderBy(inSpanishOrder(sql.ref<string>('placeSpelling.name')))
      .orderBy('placeSpelling.id')
      .execute()
  ).map(named);

export async function findSpelling(db: Db | Trx, id: number): Promise<SpellingRow | undefined> {
  const row = await spellings(db).where('placeSpelling.id', '=', asBigint(id)).executeTakeFirst();
  return row && named(row);
}

/** By normalised form. */
export const listSpellingsOf = (db: Db, keys: readonly string[]) =>
  spellings(db).select('placeSpelling.key').where('placeSpelling.key', 'in', keys).execute();

export const deleteSpelling = (trx: Trx, id: number) => hasWritten(trx)`delete from place_spelling where id = ${id}`;

/** Official names of the place and its siblings. */
export async function listOfficialNames(
  trx: Trx,
  { districtId, sectionId, subsectionId }: Pick<SpellingRow, 'districtId' | 'sectionId' | 'subsectionId'>,
): Promise<string[]> {
  const siblings =
    subsectionId !== null
      ? trx.selectFrom('locationSubsection').select('display').where('sectionId', '=', sectionId)
      : sectionId !== null
        ? trx.selectFrom('locationSection').select('display').where('districtId', '=', districtId)
        : trx.selectFrom('locationDistrict').select('display');
  return (await siblings.execute()).map(({ display }) => display);
}
