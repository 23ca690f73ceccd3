import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Narrowing } from './narrowing.queries.ts';

type Counted = Pick<Narrowing, 'states' | 'operators'>;

function counted({ states, operators }: Counted): RawBuilder<unknown> {
  const inStates = states ? sql`and call_total.state_id = any(${[...states]}::bigint[])` : sql``;
  const ofOperators = operators ? sql`and call_total.operator_id = any(${[...operators]}::bigint[])` : sql``;
  return sql`${inStates} ${ofOperators}`;
}

/** How many calls, from counters: the same few rows whatever the size of the audience. */
export async function sumTotals(db: Db, campaignId: number, narrowing: Counted): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(call_total.n), 0)::bigint as n from call_total
    where call_total.campaign_id = ${campaignId} ${counted(narrowing)}`.execute(db);
  return rows[0]!.n;
}

/** Pendiente, and the states that are called again. */
export async function listStatesToCall(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from state where id = 1 or callback order by id`.execute(db);
  return rows.map(({ id }) => id);
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
