import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { addsTo } from './fill-blanks.queries.ts';
import { isNumberKept, isSkipped } from './verdicts.queries.ts';
import type { Workbench } from './workbench.ts';

export interface Sought {
  hasOrion: boolean;
  persons: number;
  /** For an external campaign. */
  external: boolean;
}

const MATCH = sql`who, person_id, adds, adds_number, interested, birthday, gender, district_id, section_id, subsection_id`;
/** Of a known person. */
const FOUND = (person: string) =>
  sql.raw(
    ['interested', 'birthday', 'gender', 'district_id', 'section_id', 'subsection_id']
      .map((column) => `${person}.${column}`)
      .join(', '),
  );

/** By the identity of name and document, birth date or number, among rows with these ids. The caller holds the lock of people. */
export async function matchIdentities(
  trx: Trx,
  bench: Workbench,
  { hasOrion, external }: Sought,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const unmatched = hasOrion ? sql`and ${isUnmatched(bench)}` : sql``;
  await sql`
    insert into ${bench.matches} (${MATCH})
    select distinct on (1) ${bench.who}, person.id, ${addsTo('person', external)}, ${bench.addsNumber}, ${FOUND('person')}
    from ${bench.rows} row join person on person.identity = row.identity
    where ${bench.isFirst} and row.id >= ${from}::bigint and row.id < ${to}::bigint and row.orion_id is null ${unmatched} and ${agreesWith()}
    order by 1, 2`.execute(trx);
}

/** By the same name on the same number, as long as nothing contradicts; who has been found already is left alone. */
export async function matchNames(trx: Trx, bench: Workbench, { persons }: Sought): Promise<void> {
  // The same file again: nobody is left to look for.
  if ((await countMatches(trx, bench)).all === persons) return;
  await bench.analyze(trx, 'match');
  // One each: of two documents for the same name and number, the second is somebody else. "is true" keeps the names from being
  // what is joined by: they would be folded for everybody there is, not for the few who share a number.
  await sql`
    insert into ${bench.matches} (${MATCH})
    select found.who, person.id, true, true, ${FOUND('person')} from (
    select min(found.who) as who, found.person_id from (
    select ${bench.who} as who, min(person.id) as person_id
    from ${bench.meetings}
    join person on person.id = person_phone.person_id
    where ${bench.isFirst}
      and ${isUnmatched(bench)}
      and (fold_name(person.first_name, person.last_name) = fold_name(row.first_name, row.last_name)) is true
      and (${isNameless} or (person.document is null or row.document is null or person.document = row.document)
        and (person.birthday is null or row.birthday is null or person.birthday = row.birthday))
      and (row.orion_id is null or person.orion_id is null)
    group by 1) found group by found.person_id) found join person on person.id = found.person_id`.execute(trx);
}

/** Contacts of the phone dashboard: by its id, else recognised in a lead. Before all others. */
export async function matchContacts(trx: Trx, bench: Workbench): Promise<void> {
  await sql`
    insert into ${bench.matches} (${MATCH})
    select ${bench.who}, person.id, true, true, ${FOUND('person')} from ${bench.rows} row join person on person.orion_id = row.orion_id
    where ${bench.isFirst}`.execute(trx);
  // Of several contacts with the name and document of one lead, the first is recognised in it; of several such leads, the first.
  await sql`
    insert into ${bench.matches} (${MATCH})
    select found.who, person.id, true, true, ${FOUND('person')} from (
    select min(found.who) as who, found.person_id from (
    select ${bench.who} as who, min(person.id) as person_id from ${bench.rows} row join person on person.identity = row.identity
    where ${bench.isFirst} and row.orion_id is not null and person.orion_id is null and ${isUnmatched(bench)} and ${agreesWith()}
    group by 1) found group by found.person_id) found join person on person.id = found.person_id`.execute(trx);
}

const isUnmatched = (bench: Workbench) =>
  sql`not exists (select from ${bench.matches} match where match.who = ${bench.who})`;

/** Rows without a name are one lead per number, whatever else they say (decisions 5). */
const isNameless = sql`row.first_name = '' and row.last_name = ''`;

/** An identity is a hash: what it stands for is compared as well. */
const agreesWith = (): RawBuilder<unknown> => sql`case
  when ${isNameless} then person.first_name = '' and person.last_name = ''
  when row.document is not null and person.document is not null then person.document = row.document
  when row.birthday is not null and person.birthday is not null and row.document is null then person.birthday = row.birthday
  else true end`;

interface MatchCounts {
  all: number;
  /** Without those on skipped numbers only. */
  known: number;
  /** First rows of them that tell something new, or may bring a new number. */
  adds: number;
  addsNumber: number;
}

/** Each person of the file is matched once at most. */
export async function countMatches(trx: Trx, bench: Workbench): Promise<MatchCounts> {
  const { rows } = await sql<MatchCounts>`
    select count(*)::int as all, count(person_id)::int as known, count(*) filter (where adds)::int as adds,
      count(*) filter (where adds_number)::int as adds_number from ${bench.matches}`.execute(trx);
  return rows[0]!;
}

/** Persons who stand on skipped numbers only get no row: nothing of such a number is kept. */
export const leaveOutSkipped = (trx: Trx, bench: Workbench) =>
  sql`
    with skipped as materialized (
      select verdict.who from ${bench.verdicts} verdict where verdict.${isSkipped} and verdict.who is not null
      union
      select row.who from ${bench.odd} row join ${bench.verdicts} verdict on verdict.number = row.number and verdict.${isSkipped}
      where not row.again
    ), kept as materialized (
      select row.who from ${bench.odd} row
      where row.again and row.who in (select who from skipped)
        and ${isNumberKept(bench)}
    ), known as materialized (
      select match.who from ${bench.matches} match where match.who in (select who from skipped))
    insert into ${bench.matches} (who, person_id)
    select who, null from skipped where who not in (select who from kept) and who not in (select who from known)`.execute(
    trx,
  );
