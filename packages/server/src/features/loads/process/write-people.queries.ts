import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { rowsOfKnown } from './known-rows.queries.ts';
import { peopleIn, phonesIn, type PeoplePlace } from './people-leaf.queries.ts';
import { isNumberKept, isSkipped } from './verdicts.queries.ts';
import type { Workbench } from './workbench.ts';

/** A run of ids that nobody else gets. Only loads make persons while the product runs, one at a time. */
export async function takePersonIds(trx: Trx, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    select setval('person_id_seq', nextval('person_id_seq') + ${count}) - ${count} as first`.execute(trx);
  return rows[0]!.first;
}

export interface PeopleTarget extends PeoplePlace {
  firstId: number;
  external: boolean;
  now: Date;
}

const isKept = sql`verdict.number is null`;

/** In file order, so that the primary key only ever grows at its end. */
export const insertPeople = (trx: Trx, bench: Workbench, { firstId, external, now, block }: PeopleTarget) =>
  sql`
    insert into ${peopleIn({ block })} (id, kind, orion_id, first_name, last_name, document, birthday, gender, nationality, channel, email,
      district_id, section_id, subsection_id, from_external, identity, created_at, updated_at, came_number, came_mobile)
    select ${firstId}::bigint + row.who, row.kind, row.orion_id, row.first_name,
      row.last_name, row.document, row.birthday, row.gender, row.nationality, row.channel, row.email, row.district_id,
      row.section_id, row.subsection_id, ${external}::boolean, row.identity, ${now}::timestamptz, ${now}::timestamptz,
      case when ${isKept} then row.number end, case when ${isKept} then row.mobile end
    from ${bench.rows} row left join ${bench.verdicts} verdict on verdict.number = row.number and verdict.${isSkipped}
    where not row.again and not exists (select from ${bench.matches} match where match.who = row.who)`.execute(trx);

const isNew = (bench: Workbench) => sql`not exists (select from ${bench.matches} match where match.who = row.who)`;

/**
 * Of new persons, those on numbers that came first: no such pair can exist yet. In the order of the primary key where that has to
 * grow row by row; in a leaf of its own in that of the file, which is the other index's.
 */
export const insertPhones = (trx: Trx, bench: Workbench, { firstId, now, block }: PeopleTarget) =>
  sql`
    insert into ${phonesIn({ block })} (number, person_id, mobile, created_at)
    select row.number, ${firstId}::bigint + row.who, row.mobile, ${now}::timestamptz
    from ${bench.rows} row
    where row.place is not null and ${isNew(bench)}
      and not exists (select from ${bench.verdicts} verdict where verdict.place = row.place and verdict.${isSkipped})
    ${block === null ? sql`order by row.number` : sql``}`.execute(trx);

/**
 * Then the few others, on a number that came before. Most repeat a pair that is there: looked up before, they cost a tenth of
 * what they would as conflicts.
 */
export const insertOtherPhones = (trx: Trx, bench: Workbench, { firstId, now, block }: PeopleTarget) =>
  sql`
    insert into ${phonesIn({ block })} as known (number, person_id, mobile, created_at)
    select row.number, ${firstId}::bigint + row.who, bool_or(row.mobile), ${now}::timestamptz
    from ${bench.odd} row
    where row.place is null and ${isNew(bench)}
      and (select there.mobile or not row.mobile from ${phonesIn({ block })} there
        where there.number = row.number and there.person_id = ${firstId}::bigint + row.who) is not true
      and ${isNumberKept(bench)}
    group by 1, 2 order by 1, 2
    on conflict (number, person_id) do update set mobile = true where excluded.mobile and not known.mobile`.execute(
    trx,
  );

/**
 * Numbers that persons of before were not known to have. Pairs that say nothing new are left out before: a conflict locks the
 * row that is there, which for a whole audience costs as much as writing it.
 */
export const insertKnownPhones = (
  trx: Trx,
  bench: Workbench,
  { now }: PeopleTarget,
  { bringsNumbers, hasRepeats }: { bringsNumbers: boolean; hasRepeats: boolean },
) =>
  sql`
    insert into person_phone as known (number, person_id, mobile, created_at)
    select row.number, row.person_id, bool_or(row.mobile), ${now}::timestamptz
    from (${rowsOfKnown(bench, { first: bringsNumbers && sql`match.adds_number`, again: hasRepeats })}) row left join person_phone there on there.number = row.number and there.person_id = row.person_id
    where (there.number is null or row.mobile and not there.mobile) and ${isNumberKept(bench)}
    group by 1, 2 order by 1, 2
    on conflict (number, person_id) do update set mobile = true where excluded.mobile and not known.mobile`.execute(
    trx,
  );
