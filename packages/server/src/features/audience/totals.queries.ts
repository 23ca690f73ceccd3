import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { matches, type Narrowing } from './narrowing.queries.ts';
import { readingMany } from './reading.queries.ts';

type Counted = Pick<Narrowing, 'states' | 'operators'>;

/** Counters know nobody as operator 0. */
function counted({ states, operators }: Counted): RawBuilder<unknown> {
  const inStates = states ? sql`and call_total.state_id = any(${[...states]}::bigint[])` : sql``;
  const ofOperators = operators
    ? sql`and call_total.operator_id = any(${operators.map((id) => id ?? 0)}::bigint[])`
    : sql``;
  return sql`${inStates} ${ofOperators}`;
}

/** How many calls, from counters: the same few rows whatever the size of the audience. */
export async function sumTotals(db: Db, campaignId: number, narrowing: Counted): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(call_total.n), 0)::bigint as n from call_total
    where call_total.campaign_id = ${campaignId} ${counted(narrowing)}`.execute(db);
  return rows[0]!.n;
}

export interface CountedGroup {
  id: number;
  n: number;
}

/** The states that are there, in the order of their names. */
export async function listStatesByName(db: Db, campaignId: number, narrowing: Counted): Promise<CountedGroup[]> {
  const { rows } = await sql<CountedGroup>`
    select state.id, sum(call_total.n)::bigint as n from call_total join state on state.id = call_total.state_id
    where call_total.campaign_id = ${campaignId} and call_total.n > 0 ${counted(narrowing)}
    group by state.id order by state.name collate "es-x-icu", state.id`.execute(db);
  return rows;
}

/** The operators who have calls, in the order of their names; 0, nobody, last. */
export async function listOperatorsByName(db: Db, campaignId: number, narrowing: Counted): Promise<CountedGroup[]> {
  const { rows } = await sql<CountedGroup>`
    select call_total.operator_id as id, sum(call_total.n)::bigint as n
    from call_total left join app_user u on u.id = call_total.operator_id
    where call_total.campaign_id = ${campaignId} and call_total.n > 0 ${counted(narrowing)}
    group by call_total.operator_id, u.id
    order by trim(u.first_name || ' ' || u.last_name) collate "es-x-icu" nulls last, call_total.operator_id`.execute(
    db,
  );
  return rows;
}

/** Without operator and not blocked. */
export async function findFree(db: Db, campaignId: number): Promise<number> {
  const row = await db
    .selectFrom('callFigure')
    .select('n')
    .where('campaignId', '=', campaignId)
    .where('operatorId', '=', 0)
    .where('figure', '=', 'free')
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** By reading them. */
export const countMatches = (db: Db, audience: Audience, narrowing: Narrowing): Promise<number> =>
  readingMany(db, narrowing, async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from call where ${matches(audience, narrowing)}`.execute(trx);
    return rows[0]!.n;
  });
