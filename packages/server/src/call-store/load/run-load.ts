import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { countWritten, sql, type Trx } from '../../db/index.ts';
import { withoutNestedLoops } from '../../db/planner-settings.ts';
import { AttemptOver } from '../../work/attempts.ts';
import type { Actor, Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { moveCounters } from '../counters.ts';
import { lockBlocking, type BlocksLock } from '../locks.ts';
import { BLOCK_SIZE } from '../range.ts';
import { recomputeBlocks, refreshUnlocked } from '../write/refresh-calls.ts';
import { countOutcomes, countSkipped, excludeNumbers, type RowOutcomes } from './exclude-numbers.ts';
import { fillBlanks, listFillsOfKnown, listFillsOfNew } from './fill-blanks.ts';
import { insertPhonesOfKnown, markMobiles } from './insert-rows.ts';
import { predictBlocks, listGainedSince, listOfNeverCalled } from './predict-blocks.ts';
import { INVALID_FIELDS, LoadFailure, NO_VALID_CONTACTS, TOO_MANY_CALLS } from './load-failure.ts';
import { findLoad, lockRunningLoad, type RunningLoad } from './load-row.ts';
import { matchIdentified, matchOthers, type KnownCounts } from './match-people.ts';
import { keepLoadProgress, overError, type Progress, type Step } from './progress.ts';
import { readSource, type AudienceSource, type Tally } from './read-source.ts';
import { isLarge, loadTransaction, setUpTransaction, stagingOf, type Staging } from './staging.ts';
import { lockPeople, withLoadSlot, type LoadSlot } from './load-slots.ts';
import { chooseWriters, type Writing } from './writers.ts';

export interface LoadTuning {
  /** From this many new persons, or calls of a campaign's first load, on they get their own partition. */
  ownPartitionFrom: number;
  /** More rows with data for known persons than this are filled in after the load, in batches. */
  fillAtOnce: number;
  /** Loads with fewer valid rows may run beside a large one. */
  smallBelow: number;
}
export const TUNING: LoadTuning = { ownPartitionFrom: 250_000, fillAtOnce: 20_000, smallBelow: 20_000 };

export type LoadReport = ReturnType<typeof reportOf>;
type LoadWork = Work<Actor | null>;

interface OpenedSource {
  source: AudienceSource;
  /** Also called after a failure: saves facts about the source for the report. */
  onReadingEnded: () => Promise<void>;
}
type Counts = { read: number; rejected: number };
export interface LoadAttempt<Stage> {
  ctx: Ctx;
  databaseUrl: string;
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
  /** Aborted when the load is cancelled or taken over. */
  abort: AbortController;
  onStep?: ((step: Step) => void) | undefined;
  open: (load: RunningLoad) => Promise<OpenedSource>;
  /** In the last transaction. */
  lockCampaign: (trx: Trx, load: RunningLoad) => Promise<Stage>;
  /** Last step of the last transaction: status, report, messages and other effects of the feature. */
  complete: (work: LoadWork, load: RunningLoad, stage: Stage, report: LoadReport) => Promise<void>;
  /** Returns true if the error is non-retryable and ended the load. */
  fail: (load: RunningLoad, error: unknown, counts: Counts) => Promise<boolean>;
}
interface LoadRun<Stage> extends LoadAttempt<Stage>, OpenedSource {
  load: RunningLoad;
  progress: Progress;
  onRead: (tally: Tally) => void;
}

/** One attempt; throws retryable errors. */
export async function runLoad<Stage>(request: LoadAttempt<Stage>): Promise<void> {
  const { ctx, abort, onStep } = request;
  const load = await findLoad(ctx.db, request.loadId, request.attempt);
  if (!load) return;
  const progress = keepLoadProgress(ctx.db, load, { abort, onStep });
  const counts: Counts = { read: 0, rejected: 0 };
  const onRead = ({ read, rejected }: Tally) => void Object.assign(counts, { read, rejected });
  try {
    await loadAudience({ ...request, ...(await request.open(load)), load, progress, onRead });
  } catch (error) {
    await progress.stop();
    const isEnded = await request.fail(load, error, counts);
    if (!isEnded && !(error instanceof AttemptOver) && !(abort.signal.reason instanceof AttemptOver)) throw error;
    const { message: reason, cause } = error as Error;
    ctx.log.info(
      { loadId: load.id, reason, cause: cause instanceof Error ? cause.message : undefined },
      'load ended without audience',
    );
  } finally {
    await progress.stop();
    ctx.log.info({ loadId: load.id, ...counts, ms: progress.times() }, 'load times');
  }
}

const CALLS_MAX = BLOCK_SIZE - 1;

/** Can be killed at any moment and run again: before the last commit only staging tables, detached partitions and rejected rows exist. */
async function loadAudience<Stage>(run: LoadRun<Stage>): Promise<void> {
  const { ctx, load, progress, abort } = run;
  const { db } = ctx;
  const staging = stagingOf(load);

  progress.begin('read');
  const onProgress = (done: number, tally: Tally) => {
    run.onRead(tally);
    progress.read(done, tally);
  };
  const tally = await readSource({ ...run, onProgress });
  if (tally.valid === 0) throw new LoadFailure(load.source === 'csv' ? INVALID_FIELDS : NO_VALID_CONTACTS);
  await staging.analyze(db, 'row');

  progress.begin('wait');
  await withLoadSlot(run, tally.valid < run.tuning.smallBelow, async (slot) => {
    // The planner needs row estimates of people before a load looks for its own.
    await sql`select analyze_people()`.execute(db);
    progress.begin('match');
    // Changes of persons that started before this load was RUNNING do not know of it: wait until they have ended.
    await db.transaction().execute(lockBlocking);
    const matchedAt = ctx.clock();
    const { outcomes, known, uncertain } = await loadTransaction(db, tally.valid, async (trx) => {
      const scope = { ...tally, external: load.external };
      await matchIdentified(trx, staging, scope);
      await excludeNumbers(trx, staging, load, matchedAt);
      const predicted = await predictBlocks(trx, staging, load);
      const found = await countOutcomes(trx, staging);
      const all = await matchOthers(trx, staging, scope, countSkipped(found) > 0);
      return { outcomes: found, known: all, uncertain: [...predicted, ...(await listOfNeverCalled(trx, staging))] };
    });

    // Persons, numbers and calls are written concurrently, since all ids are known.
    progress.begin('write');
    const newPeople = tally.persons - known.all;
    const newCalls = tally.numbers - outcomes.numbers;
    if (load.nextPosition + newCalls > CALLS_MAX) throw new LoadFailure(TOO_MANY_CALLS);
    const amounts = { rows: tally.valid, newPeople, newCalls, hasKnown: known.known > 0 };
    const writing = await chooseWriters(ctx, load, staging, amounts, run.tuning.ownPartitionFrom);
    const prepared = { ...writing, slot, staging, tally, outcomes, known, newCalls, matchedAt, uncertain };
    const [fills] = await allSettled([
      listFills(run, prepared),
      ...writing.writers.map((writer) => writer.prepare?.()),
    ]);
    abort.signal.throwIfAborted();

    // Everything becomes visible in one transaction.
    await endLoad(run, prepared, fills);
  });
  progress.begin('after');
}

interface PreparedLoad extends Writing {
  slot: LoadSlot;
  staging: Staging;
  tally: Tally;
  outcomes: RowOutcomes;
  known: KnownCounts;
  newCalls: number;
  /** When the blocked numbers were read. */
  matchedAt: Date;
  /** Numbers that are or may be blocked and gain a person. */
  uncertain: readonly number[];
}

const hasRepeats = ({ persons, valid }: Tally) => persons < valid;

/** Stages data that the file adds to persons; returns how many rows add to known ones. */
function listFills<Stage>({ ctx, load }: LoadRun<Stage>, { staging, target, tally, known }: PreparedLoad) {
  return loadTransaction(ctx.db, tally.valid, async (trx) => {
    const addsToKnown = known.addsData > 0 || (hasRepeats(tally) && known.known > 0);
    const fills = addsToKnown ? await listFillsOfKnown(trx, staging, load.external) : 0;
    if (hasRepeats(tally)) await listFillsOfNew(trx, staging, target.firstPersonId);
    await staging.analyze(trx, 'fill');
    return fills;
  });
}

// New rows are written first; the locks that others wait for come at the end. A conflict or a lost slot rolls it back; the
// staging tables remain.
const endLoad = <Stage>(run: LoadRun<Stage>, prepared: PreparedLoad, fills: number) =>
  transact(run.ctx, { statementTimeoutMs: 0 }, async (work) => {
    const { trx } = work;
    const { load, progress, tuning, ctx } = run;
    const { staging, target, writers, tally, known, newCalls } = prepared;
    await setUpTransaction(trx);
    await lockPeople(trx, prepared.slot);
    const mayAddNumbers = known.addsNumber > 0 || (hasRepeats(tally) && known.known > 0);
    const addNumbers = () => insertPhonesOfKnown(trx, staging, target);
    const addMany = () => (isLarge(known.addsNumber) ? withoutNestedLoops(trx, addNumbers) : addNumbers());
    const mobiles = mayAddNumbers ? await addMany() : [];
    for (const writer of writers) await writer.write?.(trx);

    const stage = await run.lockCampaign(trx, load);
    // Stop saving progress: this transaction locks the load's row.
    void progress.stop();
    progress.begin('end');
    if (!(await lockRunningLoad(trx, load))) throw overError();
    const lock = await lockBlocking(trx);
    for (const writer of writers) await writer.attach?.(trx);
    if (mobiles.length > 0) await markMobiles(trx, lock, mobiles);
    // The campaign keeps the block of its first load; positions only grow.
    if (newCalls > 0)
      await sql`
        update campaign set block = coalesce(block, ${prepared.block}::int), next_position = next_position + ${newCalls}::int
        where id = ${load.campaignId}`.execute(trx);
    const recomputed = await recomputeGained(trx, lock, prepared);
    const blocked = await markBlocked(trx, lock, prepared, recomputed);
    if (fills <= tuning.fillAtOnce) await fillBlanks(trx, lock, staging, ALL_PERSONS, target);
    await countNewCalls(trx, target, { newCalls, blocked, interested: known.interestedCalls });
    // A job refreshes the calls that are locked by others.
    if (recomputed.length > 0 && !(await refreshUnlocked(trx, lock, recomputed)))
      await sql`update audience_load set stale_numbers = ${recomputed}::bigint[] where id = ${load.id}`.execute(trx);
    // The transaction's own `now` is long ago.
    await run.complete({ ...work, now: ctx.clock() }, load, stage, reportOf(prepared));
  });

const ALL_PERSONS = { from: 0, to: Number.MAX_SAFE_INTEGER };
/** For clock differences between processes. */
const CLOCK_SLACK_MS = 600_000;

const sinceMatching = ({ matchedAt }: PreparedLoad) => new Date(matchedAt.getTime() - CLOCK_SLACK_MS);

/** Recomputes the blocks of numbers that gained a person, where that may change them; returns these numbers. */
async function recomputeGained(trx: Trx, lock: BlocksLock, prepared: PreparedLoad): Promise<number[]> {
  const { target, uncertain } = prepared;
  const blockedSince = await listGainedSince(trx, { since: sinceMatching(prepared), writtenAt: target.now });
  const numbers = [...new Set([...uncertain, ...blockedSince])];
  if (numbers.length > 0) await recomputeBlocks(trx, lock, numbers, target.now);
  return numbers;
}

/** Marks new calls on numbers that were blocked since the load matched them, or recomputed. */
function markBlocked(trx: Trx, _lock: BlocksLock, prepared: PreparedLoad, recomputed: readonly number[]) {
  const { campaignId, firstCallId } = prepared.target;
  return countWritten(trx)`
    update call set blocked = true from blocked_number
    where (blocked_number.at >= ${sinceMatching(prepared)} or blocked_number.number = any(${[...recomputed]}::bigint[]))
      and call.number = blocked_number.number
      and call.campaign_id = ${campaignId} and call.id >= ${firstCallId}
      and call.id < ${(Math.floor(firstCallId / BLOCK_SIZE) + 1) * BLOCK_SIZE} and not call.blocked`;
}

/** New calls are Pendiente and unassigned (operator 0). */
function countNewCalls(
  trx: Trx,
  { campaignId, inReserve }: PreparedLoad['target'],
  { newCalls, blocked, interested }: { newCalls: number; blocked: number; interested: number },
) {
  const at = { campaignId, operatorId: 0 };
  const waiting = inReserve
    ? { ...at, figure: 'reserve' as const, delta: newCalls }
    : { ...at, figure: 'free' as const, delta: newCalls - blocked };
  return moveCounters(trx, {
    totals: [{ ...at, stateId: PENDING_STATE, delta: newCalls }],
    figures: [waiting, { ...at, figure: 'interested', delta: interested }],
  });
}

const reportOf = ({ tally, outcomes, newCalls }: PreparedLoad) => ({
  read: tally.read,
  rejected: tally.rejected,
  loaded: newCalls,
  duplicates: tally.valid - newCalls - countSkipped(outcomes),
  skippedBlocked: outcomes.blocked,
  skippedCalled: outcomes.called,
  skippedActive: outcomes.active,
});

/** Like Promise.all, but waits for all of them even after a failure, so that none runs on in the background. */
async function allSettled<T extends readonly unknown[]>(works: [...T]): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
