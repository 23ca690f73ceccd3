import { type RawBuilder, selectRow, selectValue, sql, type Trx } from '../../db/index.ts';
import { isSkipped } from './exclude-numbers.ts';
import { addsTo } from './fill-blanks.ts';
import type { Staging } from './staging.ts';

interface MatchScope {
  persons: number;
  /** Some row has an id of the phone dashboard. */
  hasOrion: boolean;
  external: boolean;
}

export interface KnownCounts {
  /** Persons of the file who need no new row. */
  all: number;
  /** Those of them found in the database. */
  known: number;
  /** Known persons whose first row has data that they lack. */
  addsData: number;
  /** Known persons whose first row may add a number. */
  addsNumber: number;
  interestedCalls: number;
}

/** By the phone dashboard's id, then by identity. The caller holds a slot (load-slots.ts). */
export async function matchIdentified(trx: Trx, staging: Staging, scope: MatchScope): Promise<void> {
  if (scope.hasOrion) await matchContacts(trx, staging);
  await matchIdentities(trx, staging, scope);
  await staging.analyze(trx, 'known');
}

// The rest: by the same name on the same number unless other data contradict. `hasSkipped`: some row is on a number that must
// not be called.
export async function matchOthers(trx: Trx, staging: Staging, scope: MatchScope, hasSkipped: boolean) {
  // First: without them there may be no names left to compare.
  if (hasSkipped) await setAsideSkipped(trx, staging);
  await staging.analyze(trx, 'known');
  if ((await countKnown(trx, staging)).all < scope.persons) {
    await matchNames(trx, staging);
    await staging.analyze(trx, 'known');
  }
  return countKnown(trx, staging);
}

const KNOWN_COLUMNS = sql`person_row, person_id, adds_data, adds_number, never_called, interested, birthday, gender, district_id, section_id, subsection_id`;
/** `never_called` and the values that the calls of a known person get. */
const PERSON_VALUES = sql`person.do_not_call or person.in_review_since is not null or person.dead, person.interested, person.birthday, person.gender, person.district_id, person.section_id, person.subsection_id`;

const isFirstRow = sql`not row.repeats_person`;
const isUnmatched = (staging: Staging) =>
  sql`not exists (select from ${staging.known} known where known.person_row = row.person_row)`;
/** Rows without a name are one lead per number, whatever their other data. */
const isNameless = sql`row.first_name = '' and row.last_name = ''`;

/** An identity is a hash, so the data behind it are compared too. */
const isSamePerson: RawBuilder<unknown> = sql`case
  when person.erased_at is not null then false
  when ${isNameless} then person.first_name = '' and person.last_name = ''
  when row.document is not null and person.document is not null then person.document = row.document
  when row.birthday is not null and person.birthday is not null and row.document is null then person.birthday = row.birthday
  else true end`;

/** By the phone dashboard's id, else as a lead with the same identity. */
async function matchContacts(trx: Trx, staging: Staging): Promise<void> {
  await sql`
    insert into ${staging.known} (${KNOWN_COLUMNS})
    select row.person_row, person.id, true, true, ${PERSON_VALUES}
    from ${staging.rows} row join person on person.orion_id = row.orion_id where ${isFirstRow}`.execute(trx);
  await insertOnePerPerson(
    trx,
    staging,
    sql`
      select row.person_row, min(person.id) as person_id
      from ${staging.rows} row join person on person.identity = row.identity
      where ${isFirstRow} and row.orion_id is not null and person.orion_id is null and ${isUnmatched(staging)} and ${isSamePerson}
      group by 1`,
  );
}

async function matchIdentities(trx: Trx, staging: Staging, { hasOrion, external }: MatchScope): Promise<void> {
  // A known person's number is nearly always the one they were loaded with; only others are looked up in person_phone later.
  const addsNumber = sql`(person.loaded_number = row.number and (person.loaded_mobile or not row.mobile)) is not true`;
  await sql`
    insert into ${staging.known} (${KNOWN_COLUMNS})
    select distinct on (1) row.person_row, person.id, ${addsTo('person', external)}, ${addsNumber}, ${PERSON_VALUES}
    from ${staging.rows} row join person on person.identity = row.identity
    where ${isFirstRow} and row.orion_id is null and ${isSamePerson} ${hasOrion ? sql`and ${isUnmatched(staging)}` : sql``}
    order by 1, 2`.execute(trx);
}

/** CASE keeps the order: comparing names is the most expensive part, so it runs only for pairs without a contradiction. */
export const isSameByName: RawBuilder<unknown> = sql`case
  when person.erased_at is not null then false
  when row.orion_id is not null and person.orion_id is not null then false
  when not (${isNameless}) and (person.document <> row.document or person.birthday <> row.birthday) then false
  else is_same_name(person.first_name, person.last_name, row.first_name, row.last_name) end`;

async function matchNames(trx: Trx, staging: Staging): Promise<void> {
  await insertOnePerPerson(
    trx,
    staging,
    sql`
      select row.person_row, min(person.id) as person_id
      from ${staging.rows} row
      join person_phone on person_phone.number = row.number
      join person on person.id = person_phone.person_id
      where ${isFirstRow} and ${isUnmatched(staging)} and ${isSameByName}
      group by 1`,
  );
}

/** If several rows match one person, the first one counts. `found`: person_row and person_id. */
const insertOnePerPerson = (trx: Trx, staging: Staging, found: RawBuilder<unknown>) =>
  sql`
    insert into ${staging.known} (${KNOWN_COLUMNS})
    select found.person_row, person.id, true, true, ${PERSON_VALUES} from (
      select min(person_row) as person_row, person_id from (${found}) each group by person_id) found
    join person on person.id = found.person_id`.execute(trx);

/** Persons who only have numbers that must not be called get no row: nothing about such a number is kept. */
const setAsideSkipped = (trx: Trx, staging: Staging) =>
  sql`
    with touched as materialized (
      select distinct row.person_row from ${staging.rows} row
      join ${staging.noCall} no_call on no_call.number = row.number and ${isSkipped})
    insert into ${staging.known} (person_row)
    select row.person_row from touched join ${staging.rows} row on row.person_row = touched.person_row
    left join ${staging.noCall} no_call on no_call.number = row.number and ${isSkipped}
    where ${isUnmatched(staging)}
    group by row.person_row having bool_and(no_call.number is not null)`.execute(trx);

async function countKnown(trx: Trx, staging: Staging): Promise<KnownCounts> {
  const { interested, ...counts } = await selectRow<Omit<KnownCounts, 'interestedCalls'> & { interested: number }>(trx)`
    select count(*)::int as all, count(person_id)::int as known, count(*) filter (where adds_data)::int as adds_data,
      count(*) filter (where adds_number)::int as adds_number, count(*) filter (where interested)::int as interested
    from ${staging.known}`;
  return { ...counts, interestedCalls: interested > 0 ? await countInterestedCalls(trx, staging) : 0 };
}

const countInterestedCalls = (trx: Trx, staging: Staging) =>
  selectValue<number>(trx)`
    select count(*)::int as n from ${staging.rows} row join ${staging.known} known on known.person_row = row.person_row
    where known.interested and row.number_order >= 0
      and not exists (select from ${staging.noCall} no_call where no_call.number_order = row.number_order)`;
