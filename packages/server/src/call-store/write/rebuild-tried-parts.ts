import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { inCampaign } from '../range.ts';
import type { LockedCampaign } from '../read/recount-campaign.ts';
import { findWrongTries } from '../read/recount-calls.ts';
import { confirm, type RepairReport } from './confirm.ts';

/** Locked first and read again by a later statement, so that a registration in between is not lost. Answers what it put right. */
export async function rebuildTriedParts(
  trx: Trx,
  campaign: LockedCampaign,
  report: RepairReport,
): Promise<{ id: number }[]> {
  const suspects = await findWrongTries(trx, campaign);
  if (suspects.length === 0) return [];
  await report.found({ tries: suspects });
  await sql`
    select from call where id = any(${suspects.map(({ id }) => id)}::bigint[]) and ${inCampaign(campaign)}
    order by id for update`.execute(trx);
  const { confirmed: wrong, rest } = confirm(suspects, await findWrongTries(trx, campaign), (call) => call);
  await report.unconfirmed({ tries: rest });
  await sql`
    update call set tried_parts = given.parts
    from unnest(${wrong.map(({ id }) => id)}::bigint[], ${wrong.map(({ counted }) => counted)}::smallint[]) as given (id, parts)
    where call.id = given.id and ${inCampaign(campaign)}`.execute(trx);
  return wrong;
}
