import { DAY_PARTS } from '@campanero/contract/calls/retry';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { inCampaign, type CallRange } from '../range.ts';

/** The bit of the part of the day in which an entry was made. */
const bit = sql.join(
  DAY_PARTS.map(
    ({ fromHour }, place) => sql`when entry.hour >= ${sql.lit(fromHour)} then ${sql.lit(2 ** place)}`,
  ).toReversed(),
  sql` `,
);

/** Calls that do not say in which parts of the day their history has registrations, and what they should say. */
export async function findWrongTries(db: Db | Trx, campaign: CallRange): Promise<{ id: number; counted: number }[]> {
  const { rows } = await sql<{ id: number; counted: number }>`
    select call.id, coalesce(counted.parts, 0) as counted
    from call left join (
      select entry.call_id, bit_or(case ${bit} end)::int as parts
      from (
        select call_id, extract(hour from created_at at time zone interval '-03:00') as hour
        from call_history where campaign_id = ${campaign.id} and corrects_id is null) entry
      group by 1) counted on counted.call_id = call.id
    where ${inCampaign(campaign)} and call.tried_parts <> coalesce(counted.parts, 0) order by call.id`.execute(db);
  return rows;
}

/** Locked first and read again by a later statement, so that a registration in between is not lost. Answers what it put right. */
export async function rebuildTriedParts(trx: Trx, campaign: CallRange): Promise<{ id: number }[]> {
  const suspects = (await findWrongTries(trx, campaign)).map(({ id }) => id);
  if (suspects.length === 0) return [];
  await sql`
    select from call where id = any(${suspects}::bigint[]) and ${inCampaign(campaign)} order by id for update`.execute(
    trx,
  );
  const locked = new Set(suspects);
  const wrong = (await findWrongTries(trx, campaign)).filter(({ id }) => locked.has(id));
  await sql`
    update call set tried_parts = given.parts
    from unnest(${wrong.map(({ id }) => id)}::bigint[], ${wrong.map(({ counted }) => counted)}::smallint[]) as given (id, parts)
    where call.id = given.id and ${inCampaign(campaign)}`.execute(trx);
  return wrong;
}
