import type { Db, Trx } from '../../db/client.ts';
import { recountWorkHours } from '../read/recount.ts';
import {
  isFrozenWrong,
  keepsTries,
  listCampaigns,
  recountCampaign,
  type CampaignDifferences,
  type RecountedCampaign,
} from '../read/recount-campaign.ts';
import { refreezeFigures } from './freeze-figures.ts';
import { rebuildCounters, rebuildWorkHours } from './rebuild-counters.ts';
import { findMisjudgedNumbers, findStaleNumbers, rebuildNumbers, type MisjudgedNumber } from './rebuild-numbers.ts';
import { rebuildTriedParts } from './rebuild-tried-parts.ts';

/** What one transaction put right. */
export interface Rebuilt extends Partial<CampaignDifferences> {
  campaign?: RecountedCampaign;
  misjudged?: readonly MisjudgedNumber[];
  /** How many numbers had old copies on the campaign's calls. */
  staleNumbers?: number;
}
type Rebuild = (trx: Trx) => Promise<Rebuilt>;

const NUMBERS_AT_ONCE = 500;

/**
 * Puts right what is derived from calls, history and persons, while people work. Counters first, as the calls stand; then numbers
 * and the copies on calls, which move the counters as any change of a flag does. `record` writes down what each transaction put
 * right, in that transaction.
 */
export async function rebuildAll(
  db: Db,
  now: Date,
  record: (trx: Trx, rebuilt: Rebuilt) => Promise<void>,
): Promise<void> {
  const inTransaction = (rebuild: Rebuild) => db.transaction().execute(async (trx) => record(trx, await rebuild(trx)));
  const campaigns = await listCampaigns(db);
  for (const campaign of campaigns)
    if (await recountCampaign(db, campaign))
      for await (const rebuild of rebuildsOf(db, campaign))
        await inTransaction(async (trx) => ({ campaign, ...(await rebuild(trx)) }));
  for (const misjudged of inBatches(await findMisjudgedNumbers(db)))
    await inTransaction(async (trx) => {
      const numbers = misjudged.map(({ number }) => number);
      await rebuildNumbers(trx, numbers, now);
      return { misjudged };
    });
  for (const campaign of campaigns)
    for (const stale of inBatches(await findStaleNumbers(db, campaign)))
      await inTransaction(async (trx) => {
        await rebuildNumbers(trx, stale, now);
        return { campaign, staleNumbers: stale.length };
      });
}

/** Each in a transaction of its own. */
async function* rebuildsOf(db: Db, campaign: RecountedCampaign): AsyncGenerator<Rebuild> {
  yield (trx) => rebuildCounters(trx, campaign);
  if (keepsTries(campaign)) yield async (trx) => ({ tries: await rebuildTriedParts(trx, campaign) });
  if ((await recountWorkHours(db, campaign)).length > 0)
    yield async (trx) => ({ workHours: await rebuildWorkHours(trx, campaign) });
  yield async (trx) => {
    if (!(await isFrozenWrong(trx, campaign))) return {};
    await refreezeFigures(trx, campaign.id);
    return { isFrozenWrong: true };
  };
}

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += NUMBERS_AT_ONCE) yield all.slice(at, at + NUMBERS_AT_ONCE);
}
