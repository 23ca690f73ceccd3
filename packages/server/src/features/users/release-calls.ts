import { CLOSED_STATUSES } from '@campanero/contract/campaigns/rules';
import { lockCampaign, moveCalls } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';

/**
 * Releases the untouched calls of a user who no longer works on the calls' side: disabled, of another side, or no operator
 * any more. The user stays in the campaigns' lists of operators, where `validOperators` leaves them out: enabled again, they
 * are operators there again, without calls. Returns how many calls were released.
 */
export async function releaseCalls(
  { trx, now, noteActivity }: Pick<Work, 'trx' | 'now' | 'noteActivity'>,
  userId: number,
  side: 'internal' | 'external' | null,
): Promise<number> {
  let released = 0;
  for (const { id, external } of await listOperatedCampaigns(trx, userId)) {
    if (side === (external ? 'external' : 'internal')) continue;
    // A segmentation that began before the user was disabled may still give them calls: wait for it.
    const split = await lockCampaign(trx, id, 'split');
    const lock = await lockCampaign(trx, id, 'shared');
    // Read again under the lock: it may have been finished meanwhile, or loaded for the first time.
    const campaign = await findUnfinishedCampaign(trx, id);
    if (!campaign) continue;
    const calls = { range: campaign, split, campaign: lock };
    released += (await moveCalls(trx, calls, { from: [userId], to: [], now })).total;
    noteActivity(campaign);
  }
  return released;
}

/** A closed campaign is read-only: what it shows of its operators stays as it was. */
const unfinished = (trx: Trx) =>
  trx.selectFrom('campaign').select(['id', 'external', 'idLo', 'idHi']).where('status', 'not in', CLOSED_STATUSES);

/** The unfinished campaigns in which the user is an operator, in the order in which their locks must be taken. */
const listOperatedCampaigns = (trx: Trx, userId: number) =>
  unfinished(trx)
    .where('id', 'in', (eb) => eb.selectFrom('campaignOperator').select('campaignId').where('userId', '=', userId))
    .orderBy('id')
    .execute();

const findUnfinishedCampaign = (trx: Trx, id: number) => unfinished(trx).where('id', '=', id).executeTakeFirst();
