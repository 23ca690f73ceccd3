import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { Db, Trx } from '../../db/client.ts';
import { lockCampaign, type CampaignLock } from '../locks.ts';
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

export interface RecountedCampaign extends CallRange {
  name: string;
  status: CampaignStatus;
}

/** All that a campaign keeps twice, as far as the two differ. */
export interface CampaignDifferences {
  counters: CounterDifferences;
  workHours: WorkHoursDifference[];
  calls: CallDifference[];
  again: AgainDifference[];
  /** Calls that do not say in which parts of the day they were rung. */
  tries: { id: number }[];
  /** The figures that were kept when it was closed are not those of its calls. */
  isFrozenWrong: boolean;
}

/** Read once the campaign was locked: its range and status stay as they are until the end of the transaction. */
export interface LockedCampaign extends RecountedCampaign {
  readonly lock: CampaignLock;
}

const selectCampaigns = (db: Db | Trx) => db.selectFrom('campaign').select(['id', 'name', 'status', 'idLo', 'idHi']);

export const listRecountedCampaigns = (db: Db): Promise<RecountedCampaign[]> =>
  selectCampaigns(db).orderBy('id').execute();

/**
 * What was read of the campaign before may be outdated: a first load gives it its range. Counted by an old range, healthy counters
 * look wrong.
 */
export async function lockToRecount(
  trx: Trx,
  campaignId: number,
  how: 'shared' | 'exclusive' = 'shared',
): Promise<LockedCampaign> {
  const lock = await lockCampaign(trx, campaignId, how);
  return { ...(await selectCampaigns(trx).where('id', '=', campaignId).executeTakeFirstOrThrow()), lock };
}

/** Two connections to the database; the same one where there is no replica. */
export interface RecountDbs {
  /** May be a replica, which knows no locks of the primary. */
  server: Db;
  primary: Db;
}

/**
 * Counted beside people at work; what differs is counted once more on the primary while the campaign itself cannot change, so that
 * a load that ends at this moment is not taken for a difference. Undefined: nothing differs.
 */
export async function recountCampaign(
  { server, primary }: RecountDbs,
  campaign: RecountedCampaign,
): Promise<CampaignDifferences | undefined> {
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
  isFrozenWrong: await isFrozenWrong(trx, campaign),
});

const differs = ({ counters, isFrozenWrong: isWrong, ...lists }: CampaignDifferences) =>
  isWrong || [...Object.values(counters), ...Object.values(lists)].some((list) => list.length > 0);

/** A finished campaign calls nobody: those of older versions never learnt at which hours they had called. */
export const keepsTries = ({ status }: RecountedCampaign) => status !== 'FINALIZADA';

export const isFrozenWrong = async (trx: Trx, { id, status }: RecountedCampaign) =>
  status === 'FINALIZADA' && !(await isFrozenRight(trx, id));
