import { sql } from 'kysely';
import { readFigures } from '../../call-store/read/totals.ts';
import type { Trx } from '../../db/client.ts';

/** The load's job finds its row no longer RUNNING at its next step and keeps nothing. */
export const cancelRunningLoad = (trx: Trx, campaignId: number, now: Date) =>
  trx
    .updateTable('audienceLoad')
    .set({ status: 'CANCELLED', finishedAt: now })
    .where('campaignId', '=', campaignId)
    .where('status', '=', 'RUNNING')
    .execute();

/**
 * The campaign's figures as they are at its end (spec 3, Campaign statistics): later changes of the catalogue's flags no
 * longer touch them. The first one stays, so that a repeated job changes nothing.
 */
export async function freezeStatistics(trx: Trx, campaignId: number, now: Date): Promise<void> {
  const figures = JSON.stringify(await readFigures(trx, campaignId));
  await sql`
    insert into frozen_statistics (campaign_id, figures, frozen_at) values (${campaignId}, ${figures}::jsonb, ${now})
    on conflict (campaign_id) do nothing`.execute(trx);
}
