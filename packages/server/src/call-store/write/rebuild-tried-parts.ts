import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { findWrongTries } from '../read/recount-calls.ts';

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
