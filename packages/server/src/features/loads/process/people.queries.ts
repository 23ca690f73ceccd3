import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { isSkipped } from './verdicts.queries.ts';
import type { Workbench } from './workbench.ts';

/**
 * Who of the file is known already (decisions 5): by the phone dashboard's id, then by the identity of name and document, birth
 * date or number, then by the same name on the same number as long as nothing contradicts. The caller holds the lock of people.
 */
export async function matchPeople(trx: Trx, bench: Workbench, { hasOrion }: { hasOrion: boolean }): Promise<void> {
  if (hasOrion)
    await sql`
      insert into ${bench.matches} (who, person_id)
      select row.who, person.id from ${bench.rows} row join person on person.orion_id = row.orion_id where not row.again`.execute(
      trx,
    );
  const unmatched = hasOrion
    ? sql`and not exists (select from ${bench.matches} match where match.who = row.who)`
    : sql``;
  // Of several contacts with the name and document of one lead, the first is recognised in it.
  await sql`
    insert into ${bench.matches} (who, person_id)
    select min(row.who), person.id from ${bench.rows} row join person on person.identity = row.identity
    where not row.again and row.orion_id is not null and person.orion_id is null ${unmatched} and ${agreesWith()}
    group by person.id`.execute(trx);
  await sql`
    insert into ${bench.matches} (who, person_id)
    select row.who, min(person.id) from ${bench.rows} row join person on person.identity = row.identity
    where not row.again and row.orion_id is null ${unmatched} and ${agreesWith()}
    group by row.who`.execute(trx);
  await bench.analyze(trx, 'match');
  // One each: of two documents for the same name and number, the second is somebody else.
  await sql`
    insert into ${bench.matches} (who, person_id)
    select min(found.who), found.person_id from (
    select row.who, min(person.id) as person_id
    from ${bench.rows} row
    join person_phone on person_phone.number = row.number
    join person on person.id = person_phone.person_id
    where not row.again
      and not exists (select from ${bench.matches} match where match.who = row.who)
      and fold_name(person.first_name, person.last_name) = fold_name(row.first_name, row.last_name)
      and (${isNameless} or (person.document is null or row.document is null or person.document = row.document)
        and (person.birthday is null or row.birthday is null or person.birthday = row.birthday))
      and (row.orion_id is null or person.orion_id is null)
    group by row.who) found group by found.person_id`.execute(trx);
}

/** Rows without a name are one lead per number, whatever else they say (decisions 5). */
const isNameless = sql`row.first_name = '' and row.last_name = ''`;

/** An identity is a hash: what it stands for is compared as well. */
const agreesWith = (): RawBuilder<unknown> => sql`case
  when ${isNameless} then person.first_name = '' and person.last_name = ''
  when row.document is not null and person.document is not null then person.document = row.document
  when row.birthday is not null and person.birthday is not null and row.document is null then person.birthday = row.birthday
  else true end`;

export async function hasMatches(trx: Trx, bench: Workbench): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${bench.matches} where person_id is not null) as has`.execute(trx);
  return rows[0]!.has;
}

/** Persons who stand on skipped numbers only get no row: nothing of such a number is kept. */
export const leaveOutSkipped = (trx: Trx, bench: Workbench) =>
  sql`
    insert into ${bench.matches} (who, person_id)
    select row.who, null from ${bench.rows} row join ${bench.verdicts} verdict on verdict.number = row.number and verdict.${isSkipped}
    where not row.again
      and not exists (select from ${bench.matches} match where match.who = row.who)
      and not exists (
        select from ${bench.rows} other
        where other.again and other.who = row.who
          and not exists (select from ${bench.verdicts} v where v.number = other.number and v.${isSkipped}))`.execute(
    trx,
  );

/** A run of ids that nobody else gets. Only loads make persons while the product runs, one at a time. */
export async function takePersonIds(trx: Trx, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    select setval('person_id_seq', nextval('person_id_seq') + ${count}) - ${count} as first`.execute(trx);
  return rows[0]!.first;
}

export interface PeopleTarget {
  firstId: number;
  external: boolean;
  now: Date;
}

/** In file order, so that the primary key only ever grows at its end. */
export const insertPeople = (trx: Trx, bench: Workbench, { firstId, external, now }: PeopleTarget) =>
  sql`
    insert into person (id, kind, orion_id, first_name, last_name, document, birthday, gender, nationality, channel, email,
      district_id, section_id, subsection_id, from_external, identity, created_at, updated_at)
    select ${firstId}::bigint + row.who, case when row.orion_id is null then 'lead' else 'contact' end, row.orion_id, row.first_name,
      row.last_name, row.document, row.birthday, row.gender, row.nationality, row.channel, row.email, row.district_id,
      row.section_id, row.subsection_id, ${external}::boolean, row.identity, ${now}::timestamptz, ${now}::timestamptz
    from ${bench.rows} row
    where not row.again and not exists (select from ${bench.matches} match where match.who = row.who)`.execute(trx);

/**
 * The numbers of new persons. First those on numbers that came first: no such pair can exist yet, and they come in the order of
 * the primary key, for the same reason; then the few others on a number that came before.
 */
export async function insertNewPhones(trx: Trx, bench: Workbench, { firstId, now }: PeopleTarget): Promise<void> {
  const isNew = sql`not exists (select from ${bench.matches} match where match.who = row.who)`;
  await sql`
    insert into person_phone (number, person_id, mobile, created_at)
    select row.number, ${firstId}::bigint + row.who, row.mobile, ${now}::timestamptz
    from ${bench.rows} row
    where row.place is not null and ${isNew}
      and not exists (select from ${bench.verdicts} verdict where verdict.place = row.place and verdict.${isSkipped})
    order by row.number`.execute(trx);
  await sql`
    insert into person_phone as known (number, person_id, mobile, created_at)
    select row.number, ${firstId}::bigint + row.who, bool_or(row.mobile), ${now}::timestamptz
    from ${bench.rows} row
    where row.place is null and ${isNew}
      and not exists (select from ${bench.verdicts} verdict where verdict.number = row.number and verdict.${isSkipped})
    group by 1, 2 order by 1, 2
    on conflict (number, person_id) do update set mobile = true where excluded.mobile and not known.mobile`.execute(
    trx,
  );
}

/**
 * Numbers that persons of before were not known to have. Pairs that say nothing new are left out before: a conflict locks the
 * row that is there, which for a whole audience costs as much as writing it.
 */
export const insertKnownPhones = (trx: Trx, bench: Workbench, { now }: PeopleTarget) =>
  sql`
    insert into person_phone as known (number, person_id, mobile, created_at)
    select row.number, match.person_id, bool_or(row.mobile), ${now}::timestamptz
    from ${bench.rows} row join ${bench.matches} match on match.who = row.who and match.person_id is not null
    left join person_phone there on there.number = row.number and there.person_id = match.person_id
    where (there.number is null or row.mobile and not there.mobile) and not exists (select from ${bench.verdicts} verdict where verdict.number = row.number and verdict.${isSkipped})
    group by 1, 2 order by 1, 2
    on conflict (number, person_id) do update set mobile = true where excluded.mobile and not known.mobile`.execute(
    trx,
  );
