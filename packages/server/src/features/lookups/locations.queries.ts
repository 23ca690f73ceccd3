import type { District } from '@campanero/contract/lookups/schemas';
import type { Db } from '../../db/client.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { sql } from 'kysely';

const byName = inSpanishOrder(sql.ref<string>('display'));
/** Spelled as `districtName` and its like; the column `name` holds the same letters without accents. */
const place = ({ id, display }: { id: string; display: string }) => ({ id, name: display });

/** The whole tree, each level in dictionary order: three plain reads, put together here. */
export async function selectLocationTree(db: Db): Promise<District[]> {
  const [districts, sections, subsections] = await Promise.all([
    db.selectFrom('locationDistrict').selectAll().orderBy(byName).orderBy('id').execute(),
    db.selectFrom('locationSection').selectAll().orderBy(byName).orderBy('id').execute(),
    db.selectFrom('locationSubsection').selectAll().orderBy(byName).orderBy('id').execute(),
  ]);
  const sectionsOf = Map.groupBy(sections, ({ districtId }) => districtId);
  const subsectionsOf = Map.groupBy(subsections, ({ sectionId }) => sectionId);
  return districts.map((district) => ({
    ...place(district),
    sections: (sectionsOf.get(district.id) ?? []).map((section) => ({
      ...place(section),
      subsections: (subsectionsOf.get(section.id) ?? []).map(place),
    })),
  }));
}
