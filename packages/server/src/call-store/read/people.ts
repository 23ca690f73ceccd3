import { PERSON_FIELDS, type PersonData } from '@campanero/contract/contacts/person-fields';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { selectRows } from '../../db/select.ts';
import { columnOf } from '../../db/text.ts';
import { isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';

export interface PersonRecord extends PersonData {
  id: number;
  kind: 'contact' | 'lead';
  /** Display name, may be empty. */
  name: string;
  districtId: string | null;
  sectionId: string | null;
  subsectionId: string | null;
  districtName: string | null;
  sectionName: string | null;
  subsectionName: string | null;
  interested: boolean;
  dead: boolean;
  doNotCall: boolean;
  /** Since when and by which user their data are under review; null: not under review. */
  inReviewSince: Date | null;
  inReviewBy: number | null;
  version: number;
  createdAt: Date;
  erasedAt: Date | null;
}

export const PERSON_COLUMNS = sql`person.id, person.kind, ${personName} as name, ${sql.raw(PERSON_FIELDS.map(({ name }) => `person.${columnOf(name)}`).join(', '))},
  person.district_id, person.section_id, person.subsection_id, location_district.display as district_name,
  location_section.display as section_name, location_subsection.display as subsection_name, person.interested,
  person.dead, person.do_not_call, person.in_review_since, person.in_review_by, person.version, person.created_at, person.erased_at`;
export const PERSON_PLACES = sql`left join location_district on location_district.id = person.district_id
  left join location_section on location_section.id = person.section_id
  left join location_subsection on location_subsection.id = person.subsection_id`;

type OnNumber = PersonRecord & { wrong: boolean };

/** Persons that the viewer may see: by id, or by number with the person of the call (`first`) first. */
export async function selectPeople(db: Db, viewer: Viewer, by: { ids: readonly number[] }): Promise<PersonRecord[]>;
export async function selectPeople(db: Db, viewer: Viewer, by: { number: number; first: number }): Promise<OnNumber[]>;
export async function selectPeople(
  db: Db,
  viewer: Viewer,
  by: { ids: readonly number[] } | { number: number; first: number },
) {
  const { rows } = await (
    'ids' in by
      ? sql<PersonRecord>`
        select ${PERSON_COLUMNS} from person ${PERSON_PLACES}
        where person.id = any(${[...by.ids]}::bigint[]) and ${isVisiblePerson(viewer)}`
      : sql<OnNumber>`
        select ${PERSON_COLUMNS}, person_phone.wrong
        from person_phone join person on person.id = person_phone.person_id ${PERSON_PLACES}
        where person_phone.number = ${by.number} and ${isVisiblePerson(viewer)}
          and (person.erased_at is null or person.id = ${by.first})
        order by person.id <> ${by.first}, person.id`
  ).execute(db);
  return rows;
}

/** Ascending, the order in which they are locked. */
export async function selectNumbers(trx: Trx, personId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('personPhone')
    .select('number')
    .where('personId', '=', personId)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

export const hasReachableCall = async (db: Db | Trx, viewer: Viewer, numbers: readonly number[]) =>
  (
    await selectRows(db)`
    select from call join campaign on campaign.id = call.campaign_id
    where call.number = any(${[...numbers]}::bigint[]) and ${visibleTo(viewer)} limit 1`
  ).length > 0;

export async function getPerson(trx: Db | Trx, personId: number): Promise<PersonRecord> {
  const rows = await selectRows<PersonRecord>(
    trx,
  )`select ${PERSON_COLUMNS} from person ${PERSON_PLACES} where person.id = ${personId}`;
  const [person] = rows;
  if (!person) throw new Error(`person ${personId} does not exist`);
  return person;
}
