import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { Db, Trx } from '../../db/client.ts';
import { lockCampaignShared, type CampaignLock } from '../locks.ts';
import type { CallRange } from '../range.ts';
import { isFrozenRight } from './frozen-figures.ts';
import { recountCounters, recountWorkHours, type CounterDifferences, type WorkHoursDifference } from './recount.ts';
import {
  findWrongTries,
  recountAgain,
  recountCalls,
  type AgainDifference,
  type CallDifference,
} from './recount-calls.ts';

export type RecountedCampaign = CallRange & { name: string; status: CampaignStatus };

export interface CampaignDifferences {
  counters: CounterDifferences;
  workHours: WorkHoursDifference[];
  calls: CallDifference[];
  again: AgainDifference[];
  /** Calls with wrong `tried_parts`. */
  tries: { id: number }[];
  areFrozenFiguresWrong: boolean;
}

/** Read under the lock: range and status do not change until the end of the transaction. */
export type LockedCampaign = RecountedCampaign & { readonly lock: CampaignLock };

const selectCampaigns = (db: Db | Trx) => db.selectFrom('campaign').select(['id', 'name', 'status', 'idLo', 'idHi']);

export const listRecountedCampaigns = (db: Db): Promise<RecountedCampaign[]> =>
  selectCampaigns(db).orderBy('id').execute();

/** Reads the campaign again under its lock: a first load assigns the range, and with a stale range correct counters look wrong. */
export async function lockToRecount(
  trx: Trx,
  campaignId: number,
  takeLock: (trx: Trx, campaignId: number) => Promise<CampaignLock> = lockCampaignShared,
): Promise<LockedCampaign> {
  const lock = await takeLock(trx, campaignId);
  return { ...(await selectCampaigns(trx).where('id', '=', campaignId).executeTakeFirstOrThrow()), lock };
}

/** The same connection if there is no replica. */
export interface RecountDbs {
  /** May be a replica, which does not know the primary's locks. */
  server: Db;
  primary: Db;
}

/** Differences are counted again under the campaign's lock, so that a load that is ending is not one. Undefined: none. */
export async function recountCampaign({ server, primary }: RecountDbs, campaign: RecountedCampaign) {
  const isSuspect = differs(await server.transaction().execute((trx) => recount(trx, campaign)));
  if (!isSuspect) return undefined;
  const found = await primary.transaction().execute(async (trx) => recount(trx, await lockToRecount(trx, campaign.id)));
  return differs(found) ? found : undefined;
}

const recount = async (trx: Trx, campaign: RecountedCampaign): Promise<CampaignDifferences> => ({
  counters: await recountCounters(trx, campaign),
  workHours: await recountWorkHours(trx, campaign),
  calls: await recountCalls(trx, campaign),
  again: await recountAgain(trx, campaign),
  tries: keepsTries(campaign) ? await findWrongTries(trx, campaign) : [],
  areFrozenFiguresWrong: await areFrozenFiguresWrong(trx, campaign),
});

const differs = ({ counters, areFrozenFiguresWrong: isWrong, ...lists }: CampaignDifferences) =>
  isWrong || [...Object.values(counters), ...Object.values(lists)].some((list) => list.length > 0);

/** Finished campaigns make no calls, and those of older versions have no `tried_parts`. */
export const keepsTries = ({ status }: RecountedCampaign) => status !== 'FINALIZADA';

export const areFrozenFiguresWrong = async (trx: Trx, { id, status }: RecountedCampaign) =>
  status === 'FINALIZADA' && !(await isFrozenRight(trx, id));
