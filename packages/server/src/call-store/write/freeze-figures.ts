import { sql, type Trx } from '../../db/index.ts';
import type { ExclusiveLock } from '../locks.ts';
import { countByStatesOf, findFrozen, selectCountedStates } from '../read/figures.ts';

/** Stores the figures when a campaign closes, so that later changes of state flags do not alter them. Existing figures stay (idempotent). */
export async function freezeFigures(trx: Trx, { campaignId }: ExclusiveLock, at: Date): Promise<void> {
  const states = await selectCountedStates(trx);
  const { figures, operators } = await countByStatesOf(trx, campaignId, { states });
  await sql`
    insert into frozen_statistics (campaign_id, figures, operators, states, frozen_at)
    values (${campaignId}, ${JSON.stringify(figures)}::jsonb, ${JSON.stringify(operators)}::jsonb,
      ${JSON.stringify(states)}::jsonb, ${at})
    on conflict (campaign_id) do nothing`.execute(trx);
}

/** Recomputes the frozen figures from the counters, with the state flags as they were when the campaign closed. */
export async function refreezeFigures(trx: Trx, campaignId: number): Promise<void> {
  const frozen = await findFrozen(trx, campaignId);
  if (!frozen) return;
  const { figures, operators } = await countByStatesOf(trx, campaignId, frozen);
  await sql`
    update frozen_statistics set figures = ${JSON.stringify(figures)}::jsonb, operators = ${JSON.stringify(operators)}::jsonb
    where campaign_id = ${campaignId}`.execute(trx);
}
