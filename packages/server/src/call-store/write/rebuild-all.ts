import type { Db, Trx } from '../../db/client.ts';
import { lockCampaign, lockRebuild } from '../locks.ts';
import { recountWorkHours } from '../read/recount.ts';
import {
  areFrozenFiguresWrong,
  keepsTries,
  listRecountedCampaigns,
  lockToRecount,
  recountCampaign,
  type CampaignDifferences,
  type LockedCampaign,
  type RecountedCampaign,
} from '../read/recount-campaign.ts';
import { refreezeFigures } from './freeze-figures.ts';
import {
  rebuildCounters,
  rebuildTriedParts,
  rebuildWorkHours,
  type Repaired,
  type RepairReport,
} from './rebuild-counters.ts';
import {
  findStaleNumbers,
  findWrongBlocks,
  lockWrongNumbers,
  rebuildNumbers,
  type WrongBlock,
} from './rebuild-numbers.ts';

interface RebuildReport extends RepairReport {
  /** Writes the audit record in the repair's transaction. */
  record: (trx: Trx, repaired: Repaired) => Promise<void>;
}
type Repair = (trx: Trx, campaign: LockedCampaign, report: RepairReport) => Promise<Repaired>;

const NUMBERS_AT_ONCE = 500;

interface Recounted {
  campaigns: { campaign: RecountedCampaign; differences: CampaignDifferences | undefined; staleNumbers: number }[];
  wrongBlocks: WrongBlock[];
}

/** Compares all derived data of calls and persons with their sources, read-only. `server` may be a replica of `primary`. */
export async function recountAll(server: Db, primary: Db = server): Promise<Recounted> {
  const dbs = { server, primary };
  const campaigns: Recounted['campaigns'] = [];
  for (const campaign of await listRecountedCampaigns(server)) {
    const differences = await recountCampaign(dbs, campaign);
    campaigns.push({ campaign, differences, staleNumbers: (await findStaleNumbers(dbs, campaign)).length });
  }
  return { campaigns, wrongBlocks: await findWrongBlocks(dbs) };
}

// Online. Counters first, then numbers and denormalised columns, which move counters. Each difference is found again under the
// locks of its repair.
export async function rebuildAll(db: Db, now: Date, report: RebuildReport): Promise<void> {
  const dbs = { server: db, primary: db };
  const campaigns = await listRecountedCampaigns(db);
  for (const campaign of campaigns)
    if (await recountCampaign(dbs, campaign)) await rebuildCampaign(db, campaign, report);
  const rebuildThese = (numbers: readonly number[], campaign?: RecountedCampaign) =>
    db.transaction().execute(async (trx) => {
      const { wrongBlocks, stale, lock } = await lockWrongNumbers(trx, numbers);
      if (wrongBlocks.length + stale.length === 0) return;
      const wrong = { wrongBlocks, ...(campaign && { campaign, staleNumbers: stale.length }) };
      await report.found(wrong);
      await rebuildNumbers(trx, lock, now);
      await report.record(trx, wrong);
    });
  for (const batch of inBatches(await findWrongBlocks(dbs))) await rebuildThese(batch.map(({ number }) => number));
  for (const campaign of campaigns)
    for (const batch of inBatches(await findStaleNumbers(dbs, campaign))) await rebuildThese(batch, campaign);
}

async function rebuildCampaign(db: Db, campaign: RecountedCampaign, report: RebuildReport): Promise<void> {
  const inTransaction = (repair: Repair, takeLock?: typeof lockCampaign) =>
    db.transaction().execute(async (trx) => {
      await lockRebuild(trx, campaign.id);
      const locked = await lockToRecount(trx, campaign.id, takeLock);
      const { found, unconfirmed } = report;
      const repaired = await repair(trx, locked, {
        found: (differences) => found({ campaign: locked, ...differences }),
        unconfirmed: (differences) => unconfirmed({ campaign: locked, ...differences }),
      });
      await report.record(trx, { campaign: locked, ...repaired });
    });
  await inTransaction(rebuildCounters);
  await inTransaction(async (trx, locked, repairReport) =>
    keepsTries(locked) ? { tries: await rebuildTriedParts(trx, locked, repairReport) } : {},
  );
  // Rare, and needs the exclusive lock.
  if ((await recountWorkHours(db, campaign)).length > 0)
    await inTransaction(
      async (trx, locked, repairReport) => ({ workHours: await rebuildWorkHours(trx, locked, repairReport) }),
      lockCampaign,
    );
  await inTransaction(rebuildFrozen);
}

const rebuildFrozen: Repair = async (trx, locked, report) => {
  if (!(await areFrozenFiguresWrong(trx, locked))) return {};
  await report.found({ areFrozenFiguresWrong: true });
  if (!(await areFrozenFiguresWrong(trx, locked))) {
    await report.unconfirmed({ areFrozenFiguresWrong: true });
    return {};
  }
  await refreezeFigures(trx, locked.id);
  return { areFrozenFiguresWrong: true };
};

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += NUMBERS_AT_ONCE) yield all.slice(at, at + NUMBERS_AT_ONCE);
}
