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
