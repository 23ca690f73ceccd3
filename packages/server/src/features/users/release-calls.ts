import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { lockCampaignShared, lockSplit } from '../../call-store/locks.ts';
import { dropOwnHolds } from '../../call-store/write/change-call.ts';
import { releaseUntouched } from '../../call-store/write/move.ts';
import type { Trx } from '../../db/client.ts';

/**
 * Lets go of the untouched calls of somebody who no longer works on the side they belong to: disabled, of another side, or
 * no operator any more. The person stays on the campaigns' lists, where `validOperators` leaves them out: whoever comes
 * back is an operator there again, without calls. Says how many calls were let go.
 */
export async function releaseCalls(
  trx: Trx,
  userId: number,
  side: 'internal' | 'external' | null,
  now: Date,
): Promise<number> {
  let released = 0;
  for (const { id, external } of await listOperatedCampaigns(trx, userId)) {
    if (side === (external ? 'external' : 'internal')) continue;
    // No segmentation is just giving them more: it looked at who is enabled before.
    await lockSplit(trx, id);
    await lockCampaignShared(trx, id);
    // Read again under the lock: it may have been finished meanwhile, or loaded for the first time.
    const campaign = await findUnfinishedCampaign(trx, id);
    if (!campaign) continue;
    // A call that is open counts as touched; nothing stays open with somebody who no longer works there.
    await dropOwnHolds(trx, campaign, userId);
    released += (await releaseUntouched(trx, campaign, [userId], now)).total;
  }
  return released;
}

/** A finished campaign is read-only: what it shows of its operators stays as it was. */
const FINISHED: CampaignStatus[] = ['FINALIZANDO', 'FINALIZADA'];

const unfinished = (trx: Trx) =>
  trx.selectFrom('campaign').select(['id', 'external', 'idLo', 'idHi']).where('status', 'not in', FINISHED);

/** The unfinished campaigns somebody is an operator of, in the order in which their locks are taken. */
const listOperatedCampaigns = (trx: Trx, userId: number) =>
  unfinished(trx)
    .where('id', 'in', (eb) => eb.selectFrom('campaignOperator').select('campaignId').where('userId', '=', userId))
    .orderBy('id')
    .execute();

const findUnfinishedCampaign = (trx: Trx, id: number) => unfinished(trx).where('id', '=', id).executeTakeFirst();
