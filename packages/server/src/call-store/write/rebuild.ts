import { type Db, givenRows, productDate, run, sql, type Trx } from '../../db/index.ts';
import { moveCounters } from '../counters.ts';
import { lockCampaign, lockRebuild } from '../locks.ts';
import { inCampaign } from '../range.ts';
import {
  recountWorkHours,
  areFrozenFiguresWrong,
  keepsTries,
  listRecountedCampaigns,
  lockToRecount,
  recountCampaign,
  type CampaignDifferences,
  type LockedCampaign,
  type RecountedCampaign,
  recountCounters,
  type CounterDifferences,
  type OutcomeDifference,
  findWrongTries,
  recountAgain,
  recountCalls,
} from '../read/recount.ts';
import { refreezeFigures } from './freeze-figures.ts';
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

type Differences = CampaignDifferences | undefined;
type CountedCampaign = { campaign: RecountedCampaign; differences: Differences; staleNumbers: number };

/** Compares all derived data of calls and persons with their sources, read-only. `server` may be a replica of `primary`. */
export async function recountAll(server: Db, primary: Db = server) {
  const dbs = { server, primary };
  const campaigns: CountedCampaign[] = [];
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

export interface Repaired extends Partial<CampaignDifferences> {
  campaign?: RecountedCampaign;
  wrongBlocks?: readonly WrongBlock[];
  /** How many numbers had stale denormalised columns on the campaign's calls. */
  staleNumbers?: number;
}

interface RepairReport {
  /** Called before they are repaired. */
  found: (differences: Repaired) => void | Promise<void>;
  /** Not found again by a second count under the same lock: left unchanged. */
  unconfirmed: (differences: Repaired) => void | Promise<void>;
}

/** Differences that both counts found, with the values of the second; `rest` was found by the first only. */
function confirmDifferences<D>(
  first: readonly D[],
  second: readonly D[],
  comparedBy: (difference: D) => unknown = (difference) => difference,
): { confirmed: D[]; rest: D[] } {
  const keyOf = (difference: D) => JSON.stringify(comparedBy(difference));
  const [known, again] = [new Set(first.map(keyOf)), new Set(second.map(keyOf))];
  return {
    confirmed: second.filter((difference) => known.has(keyOf(difference))),
    rest: first.filter((difference) => !again.has(keyOf(difference))),
  };
}

/** Finds differences, reports them and finds them again, after `lock` if given. */
async function findTwice<D>(
  report: RepairReport,
  name: 'calls' | 'again' | 'workHours' | 'tries',
  find: () => Promise<D[]>,
  lock?: (found: readonly D[]) => Promise<unknown>,
): Promise<D[]> {
  const first = await find();
  if (first.length === 0) return [];
  await report.found({ [name]: first });
  await lock?.(first);
  const { confirmed, rest } = confirmDifferences(first, await find());
  await report.unconfirmed({ [name]: rest });
  return confirmed;
}

// Adds differences instead of overwriting: concurrent changes alter calls and counters alike. A registration waits at most for
// one statement's locks.
async function rebuildCounters(trx: Trx, campaign: LockedCampaign, report: RepairReport) {
  const calls = await rebuildCalls(trx, campaign, report);
  const again = await rebuildAgain(trx, campaign, report);
  const counters = await confirmCounters(trx, campaign, report);
  const { totals, figures, outcomes } = counters;
  const missing = <D extends { kept: number; counted: number }>(rows: readonly D[]) =>
    rows.map(({ kept, counted, ...key }) => ({ ...key, campaignId: campaign.id, delta: counted - kept }));
  await moveCounters(trx, { totals: missing(totals), figures: missing(figures) });
  await addOutcomes(trx, campaign.id, outcomes);
  return { calls, again, counters };
}

/** Concurrent changes do not alter a difference, so one that two counts disagree about is not real. */
async function confirmCounters(trx: Trx, campaign: LockedCampaign, report: RepairReport): Promise<CounterDifferences> {
  const first = await recountCounters(trx, campaign);
  if (Object.values(first).every((list) => list.length === 0)) return first;
  await report.found({ counters: first });
  const second = await recountCounters(trx, campaign);
  const delta = <D extends { kept: number; counted: number }>({ kept, counted, ...key }: D) => [key, counted - kept];
  const totals = confirmDifferences(first.totals, second.totals, delta);
  const figures = confirmDifferences(first.figures, second.figures, delta);
  const outcomes = confirmDifferences(
    first.outcomes,
    second.outcomes,
    ({ operatorId, day, stateId, affinity, kept, counted }) => [
      [operatorId, day, stateId, affinity],
      [counted.n - kept.n, counted.again - kept.again, counted.interested - kept.interested],
    ],
  );
  await report.unconfirmed({ counters: { totals: totals.rest, figures: figures.rest, outcomes: outcomes.rest } });
  return { totals: totals.confirmed, figures: figures.confirmed, outcomes: outcomes.confirmed };
}

/** Recounted by a statement after the lock, so that a registration in between is not lost. The counters follow. */
async function rebuildCalls(trx: Trx, campaign: LockedCampaign, report: RepairReport) {
  const wrong = await findTwice(
    report,
    'calls',
    () => recountCalls(trx, campaign),
    (suspects) => lockCalls(trx, campaign, suspects),
  );
  if (wrong.length === 0) return [];
  const facts = wrong.map(({ id, counted }) => ({ id, ...counted }));
  const types = {
    id: 'bigint',
    calls: 'int',
    stateId: 'smallint',
    substateId: 'smallint',
    affinity: 'smallint',
  } as const;
  await sql`
    update call set call_count = given.calls, substate_id = given.substate_id, affinity = nullif(given.affinity, 0),
      state_id = case when call.invalid then call.state_id else given.state_id end,
      state_before_invalid = case when call.invalid then given.state_id end, version = call.version + 1
    from ${givenRows(facts, types)}
    where call.id = given.id and ${inCampaign(campaign)}`.execute(trx);
  return wrong;
}

/** Needs no lock: later entries do not change which earlier entries are repeats. */
async function rebuildAgain(trx: Trx, campaign: LockedCampaign, report: RepairReport) {
  const wrong = await findTwice(report, 'again', () => recountAgain(trx, campaign));
  if (wrong.length > 0)
    await run(trx)`
      select set_history_again(${wrong.map(({ id }) => id)}::bigint[], ${wrong.map(({ counted }) => counted)}::boolean[])`;
  return wrong;
}

/** Updates existing rows first, in key order, then inserts missing ones, whose values are never negative. */
async function addOutcomes(trx: Trx, campaignId: number, rows: readonly OutcomeDifference[]): Promise<void> {
  if (rows.length === 0) return;
  const missing = rows.map(({ kept, counted, ...row }) => ({
    ...row,
    n: counted.n - kept.n,
    again: counted.again - kept.again,
    interested: counted.interested - kept.interested,
  }));
  const key = { operatorId: 'int', day: 'date', stateId: 'int', affinity: 'int' } as const;
  const values = { n: 'int', again: 'int', interested: 'int', firstAt: 'timestamptz', lastAt: 'timestamptz' } as const;
  const given = givenRows(missing, { ...key, ...values });
  await run(trx)`
    with locked as (
      select given.* from outcome_count join ${given} using (operator_id, day, state_id, affinity)
      where outcome_count.campaign_id = ${campaignId} order by 1, 2, 3, 4 for update of outcome_count
    )
    update outcome_count t set n = t.n + locked.n, again = t.again + locked.again, interested = t.interested + locked.interested
    from locked where t.campaign_id = ${campaignId}
      and (t.operator_id, t.day, t.state_id, t.affinity) = (locked.operator_id, locked.day, locked.state_id, locked.affinity)`;
  await run(trx)`
    insert into outcome_count as t (campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
    select ${campaignId}, given.* from ${given}
    where given.n > 0 and not exists (
      select from outcome_count o where o.campaign_id = ${campaignId}
        and (o.operator_id, o.day, o.state_id, o.affinity) = (given.operator_id, given.day, given.state_id, given.affinity))
    order by 2, 3, 4, 5
    on conflict (campaign_id, operator_id, day, state_id, affinity) do update
      set n = t.n + excluded.n, again = t.again + excluded.again, interested = t.interested + excluded.interested`;
}

/** Times cannot be corrected by adding a difference, so this needs the exclusive lock during two counts. */
async function rebuildWorkHours(trx: Trx, campaign: LockedCampaign, report: RepairReport) {
  const workHours = await findTwice(report, 'workHours', () => recountWorkHours(trx, campaign));
  if (workHours.length === 0) return [];
  const days = givenRows(workHours, { operatorId: 'int', day: 'date' });
  await run(trx)`
    delete from outcome_count t using ${days}
    where t.campaign_id = ${campaign.id} and t.n = 0 and t.operator_id = given.operator_id and t.day = given.day`;
  await sql`
    with hours as (
      select user_id as operator_id, ${productDate('created_at')} as day,
        min(created_at) as first_at, max(created_at) as last_at
      from call_history where campaign_id = ${campaign.id} and corrects_id is null group by 1, 2
    )
    update outcome_count t set first_at = hours.first_at, last_at = hours.last_at
    from hours join ${days} using (operator_id, day)
    where t.campaign_id = ${campaign.id} and t.operator_id = hours.operator_id and t.day = hours.day`.execute(trx);
  return workHours;
}

/** Locks the calls and reads them again by a later statement, so that a registration in between is not lost. */
async function rebuildTriedParts(trx: Trx, campaign: LockedCampaign, report: RepairReport) {
  const wrong = await findTwice(
    report,
    'tries',
    () => findWrongTries(trx, campaign),
    (suspects) => lockCalls(trx, campaign, suspects),
  );
  if (wrong.length === 0) return [];
  await sql`
    update call set tried_parts = given.counted from ${givenRows(wrong, { id: 'bigint', counted: 'smallint' })}
    where call.id = given.id and ${inCampaign(campaign)}`.execute(trx);
  return wrong;
}

const lockCalls = (trx: Trx, campaign: LockedCampaign, calls: readonly { id: number }[]) =>
  sql`
    select from call where id = any(${calls.map(({ id }) => id)}::bigint[]) and ${inCampaign(campaign)}
    order by id for update`.execute(trx);
