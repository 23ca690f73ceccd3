import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { Trx } from '../../db/client.ts';

/** A finished campaign is read-only: what it shows of its operators stays as it was. */
const FINISHED: CampaignStatus[] = ['FINALIZANDO', 'FINALIZADA'];

const unfinished = (trx: Trx) =>
  trx.selectFrom('campaign').select(['id', 'external', 'idLo', 'idHi']).where('status', 'not in', FINISHED);

/** The unfinished campaigns somebody is an operator of, in the order in which their locks are taken. */
export const listOperatedCampaigns = (trx: Trx, userId: number) =>
  unfinished(trx)
    .where('id', 'in', (eb) => eb.selectFrom('campaignOperator').select('campaignId').where('userId', '=', userId))
    .orderBy('id')
    .execute();

export const findUnfinishedCampaign = (trx: Trx, id: number) => unfinished(trx).where('id', '=', id).executeTakeFirst();

/** Whoever is shut out has nothing open any more. Looks only at the person's own calls: holds have no index of their own. */
export async function dropOwnHolds(
  trx: Trx,
  campaign: { id: number; idLo: number | null; idHi: number | null },
  userId: number,
): Promise<void> {
  if (campaign.idLo === null || campaign.idHi === null) return;
  await trx
    .updateTable('call')
    .set({ holdBy: null, holdUntil: null, holdFor: null })
    .where('campaignId', '=', campaign.id)
    .where('id', '>=', campaign.idLo)
    .where('id', '<', campaign.idHi)
    .where('operatorId', '=', userId)
    .where('holdBy', '=', userId)
    .execute();
}
