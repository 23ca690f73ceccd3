import type { District } from '@campanero/contract/lookups/schemas';
import type { Db } from '../../db/client.ts';
import { inSpanishOrder } from '../../db/text.ts';
import { sql } from 'kysely';

interface PlaceRow {
  id: string;
  name: string;
  display: string;
}

const byName = inSpanishOrder(sql.ref<string>('display'));
/** The accented spelling only where there is one: it would repeat most of the names otherwise. */
const place = ({ id, name, display }: PlaceRow) => ({ id, name, ...(display !== name && { display }) });

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
