import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db, Trx } from '../../../db/client.ts';
import type { RunningLoad } from './load-row.queries.ts';
import { NumberSet } from './number-set.ts';
import { phonesIn } from './people-leaf.queries.ts';
import { NUMBERED_COLUMNS, PERSON_COLUMNS } from './row-writer.ts';
import type { Skipped } from './skipped.ts';
import { CALL_COLUMNS, PHONE_COLUMNS } from './spread.ts';
import { numbersOfFirstRows, type Workbench } from './workbench.ts';

/** Leaves that a load fills as it reads, not attached yet. */
export interface DirectLeaves {
  peopleBlock: number;
  callsBlock: number;
  firstPersonId: number;
  firstCallId: number;
  /** Of its persons, numbers and calls. */
  now: Date;
  /** Came with an external campaign. */
  external: boolean;
  /** The file begins with contacts of the phone dashboard: their index is made when they are there, not before. */
  hasContacts: boolean;
}

/** As they lie on the disk: what everybody has first, by its size. */
const LEAF_COLUMNS = [...new Set(['came_number', 'id', 'identity', 'came_mobile', ...NUMBERED_COLUMNS.split(', ')])];

/** Each to be made and filled by a connection of its own, in one transaction: COPY then leaves nothing to be cleaned up. */
export function leafCopies(leaves: DirectLeaves, { campaignId }: RunningLoad) {
  const { peopleBlock, callsBlock, now } = leaves;
  const copy = (leaf: string, columns: string) => `copy ${leaf} (${columns}) from stdin with (format binary, freeze)`;
  return {
    rows: {
      create: async (client: pg.ClientBase) => {
        await client.query('select create_direct_people_leaf($1, $2)', [peopleBlock, LEAF_COLUMNS]);
        if (!leaves.hasContacts) await client.query('select index_orion_ids($1)', [peopleBlock]);
      },
      copy: copy(`person_b${peopleBlock}`, NUMBERED_COLUMNS),
    },
    phones: {
      create: (client: pg.ClientBase) =>
        client.query('select create_direct_phone_leaf($1, $2)', [peopleBlock, PHONE_COLUMNS.split(', ')]),
      copy: copy(`person_phone_b${peopleBlock}`, PHONE_COLUMNS),
    },
    calls: {
      create: (client: pg.ClientBase) =>
        client.query('select create_direct_call_leaf($1, $2, $3)', [callsBlock, campaignId, now]),
      copy: copy(`call_b${callsBlock}`, CALL_COLUMNS),
    },
  };
}

/** What is the same for all of them: columns that were left out while they were filled. */
export const completePeopleLeaf = (
  trx: Trx,
  parent: 'person' | 'person_phone',
  { peopleBlock, external, now }: DirectLeaves,
) => sql`select complete_people_leaf(${parent}, ${peopleBlock}::int, ${external}, ${now}::timestamptz)`.execute(trx);

/** How many of these are somebody there already, by name and document, birth date or number. */
export async function countKnown(db: Db, identities: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct identity)::int as n from person where identity = any(${identities}::bigint[])`.execute(db);
  return rows[0]!.n;
}

/** All blocked numbers; undefined when there are more than `most`. */
export async function readBlocked(db: Db, most: number): Promise<NumberSet | undefined> {
  const { rows } = await sql<{ number: number }>`select number from blocked_number limit ${most + 1}`.execute(db);
  if (rows.length > most) return undefined;
  const blocked = new NumberSet();
  for (const { number } of rows) blocked.add(number);
  return blocked;
}

/** Numbers that were left out on the way, as judgeNumbers() would have written them down. */
export const noteSkipped = (client: pg.ClientBase, verdicts: string, { places, numbers, whos }: Skipped) =>
  client.query(
    `insert into ${verdicts} (place, number, who, why) select place, number, who, 2
    from unnest($1::int[], $2::bigint[], $3::int[]) as left_out (place, number, who)`,
    [places, numbers, whos],
  );

/** First rows of persons who turned out to be known join the odd ones. They have a place; which, nobody asks any more. */
export const noteKnown = (trx: Trx, bench: Workbench, { peopleBlock, firstPersonId }: DirectLeaves) =>
  sql`
    insert into ${bench.odd} (who, again, number, mobile, ${sql.raw(PERSON_COLUMNS)}, place)
    select match.who, false, number.number, number.mobile, ${sql.raw(PERSON_COLUMNS.replaceAll(/\w+/g, 'row.$&'))}, 0
    from ${bench.matches} match join ${bench.rows} row on row.id = ${firstPersonId}::bigint + match.who
    join ${numbersOfFirstRows(bench.odd, peopleBlock)} on number.person_id = row.id`.execute(trx);

/**
 * Calls of persons who turned out to be known: theirs, with what is known of them and what the row adds to it. Answers how many
 * of them are of interested ones.
 */
export async function adoptCalls(trx: Trx, bench: Workbench, leaves: DirectLeaves): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with adopted as (
      update ${callsOf(leaves)} call set person_id = person.id, interested = person.interested,
        birth_year = coalesce(date_part('year', person.birthday)::smallint, call.birth_year),
        gender = coalesce(person.gender::"char", call.gender), district_id = coalesce(person.district_id, call.district_id),
        section_id = case when person.district_id is null or person.district_id = call.district_id
          then coalesce(person.section_id, call.section_id) else person.section_id end,
        subsection_id = case when (person.district_id is null or person.district_id = call.district_id)
            and (person.section_id is null or person.section_id = call.section_id)
          then coalesce(person.subsection_id, call.subsection_id) else person.subsection_id end
      from ${bench.matches} match join person on person.id = match.person_id
      join ${phonesIn({ block: leaves.peopleBlock })} phone on phone.person_id = ${leaves.firstPersonId}::bigint + match.who
      where call.number = phone.number
      returning call.interested)
    select count(*) filter (where interested)::int as n from adopted`.execute(trx);
  return rows[0]!.n;
}
const callsOf = ({ callsBlock }: DirectLeaves): RawBuilder<unknown> => sql.raw(`call_b${Math.trunc(callsBlock)}`);

/** Their numbers are theirs too: insertKnownPhones() has added what was missing. */
export const dropAdoptedPhones = (trx: Trx, bench: Workbench, { peopleBlock, firstPersonId }: DirectLeaves) =>
  sql`
    delete from ${phonesIn({ block: peopleBlock })} phone using ${bench.matches} match
    where phone.person_id = ${firstPersonId}::bigint + match.who`.execute(trx);

/** First rows that make no person: of one that is known, or that stands on skipped numbers only. */
export const dropRowsOfNobody = (trx: Trx, bench: Workbench, { firstPersonId }: DirectLeaves) =>
  sql`
    delete from ${bench.rows} row using ${bench.matches} match
    where row.id = ${firstPersonId}::bigint + match.who`.execute(trx);
