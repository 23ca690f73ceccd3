import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { withoutNestedLoops } from '../../db/nested-loops.ts';
import type { Actor, Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { moveCounters } from '../counters.ts';
import { lockBlocking, type BlocksLock } from '../locks.ts';
import { BLOCK_SIZE } from '../range.ts';
import { recomputeBlocks, refreshUnlocked } from '../write/blocking.ts';
import { countOutcomes, countSkipped, excludeNumbers, type RowOutcomes } from './exclude-numbers.ts';
import { fillBlanks, listFillsOfKnown, listFillsOfNew } from './fill-blanks.ts';
import { insertPhonesOfKnown, markMobiles } from './insert-rows.ts';
import { predictBlocks, listGainedSince, listOfNeverCalled } from './predict-blocks.ts';
import { INVALID_FIELDS, LoadFailure, LoadOver, NOBODY_VALID, TOO_MANY_CALLS } from './load-failure.ts';
import {
  analyzePeople,
  findLoad,
  lockRunningLoad,
  noteStaleNumbers,
  raisePosition,
  type RunningLoad,
} from './load-row.ts';
import { matchIdentified, matchOthers, type KnownCounts } from './match-people.ts';
import { keepLoadProgress, type Progress, type Step } from './progress.ts';
import { readSource, type AudienceSource, type Tally } from './read-source.ts';
import { isLarge, loadTransaction, setUpTransaction, stagingOf, type Staging } from './staging.ts';
import { exclusively, lockPeople, type LoadSlot } from './load-slots.ts';
import { chooseWriters, type Writing } from './writers.ts';

export interface LoadTuning {
  /** So many new persons, or so many calls of a campaign's first load, get a leaf of their own. */
  ownLeafFrom: number;
  /** More rows with data for known persons than this are filled in after the load, piece by piece. */
  fillAtOnce: number;
  /** Fewer valid rows than this need not wait until a larger load has ended. */
  smallBelow: number;
}
export const TUNING: LoadTuning = { ownLeafFrom: 250_000, fillAtOnce: 20_000, smallBelow: 20_000 };

/** What the load came to, for its report. */
export interface LoadReport {
  read: number;
  rejected: number;
  loaded: number;
  duplicates: number;
  skippedBlocked: number;
  skippedCalled: number;
  skippedActive: number;
}

type LoadWork = Work<Actor | null>;

interface OpenedSource {
  source: AudienceSource;
  /** However the reading ended: what was learnt of the source can be saved for the report. */
  onReadingEnded: () => Promise<void>;
}
interface Counts {
  read: number;
  rejected: number;
}
export interface LoadAttempt<Stage> {
  ctx: Ctx;
  databaseUrl: string;
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
  /** Aborted when the load is no longer this attempt's, or nobody waits for it any more. */
  abort: AbortController;
  onStep?: ((step: Step) => void) | undefined;
  open: (load: RunningLoad) => Promise<OpenedSource>;
  /** In the last transaction: locks the campaign. */
  lockCampaign: (trx: Trx, load: RunningLoad) => Promise<Stage>;
  /** The last transaction's last step: status, report and messages, with whatever else the feature has to say. */
  complete: (work: LoadWork, load: RunningLoad, stage: Stage, report: LoadReport) => Promise<void>;
  /** What trying again cannot mend ends the load, with words: true. */
  fail: (load: RunningLoad, error: unknown, counts: Counts) => Promise<boolean>;
}
interface LoadRun<Stage> extends LoadAttempt<Stage>, OpenedSource {
  load: RunningLoad;
  progress: Progress;
  onRead: (tally: Tally) => void;
}

/** One attempt at a load; throws what another attempt may mend. */
export async function runLoad<Stage>(asked: LoadAttempt<Stage>): Promise<void> {
  const { ctx, abort, onStep } = asked;
  const load = await findLoad(ctx.db, asked.loadId, asked.attempt);
  if (!load) return;
  const progress = keepLoadProgress(ctx.db, load, { abort, onStep, onLost: () => abort.abort(new LoadOver()) });
  const counts: Counts = { read: 0, rejected: 0 };
  const onRead = ({ read, rejected }: Tally) => void Object.assign(counts, { read, rejected });
  try {
    await carryOut({ ...asked, ...(await asked.open(load)), load, progress, onRead });
  } catch (error) {
    await progress.stop();
    const isEnded = await asked.fail(load, error, counts);
    if (!isEnded && !(error instanceof LoadOver) && !(abort.signal.reason instanceof LoadOver)) throw error;
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

/** Positions of a block: calls of a campaign. */
const CALLS_MAX = BLOCK_SIZE - 1;

/**
 * A whole load, from its source to the visible calls. It may be killed at any moment and simply run again: whatever ends it before
 * the last transaction commits leaves staging tables, detached leaves and rejected rows, which the next attempt or the sweep removes.
 */
async function carryOut<Stage>(run: LoadRun<Stage>): Promise<void> {
  const { ctx, load, progress, abort } = run;
  const { db } = ctx;
  const staging = stagingOf(load);

  // Read and number.
  progress.begin('read');
  const onProgress = (done: number, tally: Tally) => {
    run.onRead(tally);
    progress.read(done, tally);
  };
  const tally = await readSource({ ...run, onProgress });
  if (tally.valid === 0) throw new LoadFailure(load.source === 'csv' ? INVALID_FIELDS : NOBODY_VALID);
  await staging.analyze(db, 'row');

  progress.begin('wait');
  await exclusively(run, tally.valid < run.tuning.smallBelow, async (turn) => {
    // Match: which persons we have, and which numbers get no call.
    await analyzePeople(db);
    progress.begin('match');
    // A change of a person that began before this load was at work does not know of it: wait until it has ended.
    await db.transaction().execute(lockBlocking);
    const judgedAt = ctx.clock();
    const { outcomes, known, doubtful } = await loadTransaction(db, tally.valid, async (trx) => {
      const sought = { ...tally, external: load.external };
      await matchIdentified(trx, staging, sought);
      await excludeNumbers(trx, staging, load, judgedAt);
      const foreseen = await predictBlocks(trx, staging, load);
      const found = await countOutcomes(trx, staging);
      const all = await matchOthers(trx, staging, sought, countSkipped(found) > 0);
      return { outcomes: found, known: all, doubtful: [...foreseen, ...(await listOfNeverCalled(trx, staging))] };
    });

    // Write: persons, numbers and calls at the same time, since all ids are known.
    progress.begin('write');
    const newPeople = tally.persons - known.all;
    const newCalls = tally.numbers - outcomes.numbers;
    if (load.nextPosition + newCalls > CALLS_MAX) throw new LoadFailure(TOO_MANY_CALLS);
    const amounts = { rows: tally.valid, newPeople, newCalls, hasKnown: known.known > 0 };
    const writing = await chooseWriters(ctx, load, staging, amounts, run.tuning.ownLeafFrom);
    const prepared = { ...writing, turn, staging, tally, outcomes, known, newCalls, judgedAt, doubtful };
    const [fills] = await allSettled([listFills(run, prepared), ...writing.writers.map((writer) => writer.prepare())]);
    abort.signal.throwIfAborted();

    // Settle, attach and end: everything becomes visible together or not at all.
    await endLoad(run, prepared, fills);
  });
  progress.begin('after');
}

/** Everything that is known before the last transaction. */
interface PreparedLoad extends Writing {
  turn: LoadSlot;
  staging: Staging;
  tally: Tally;
  outcomes: RowOutcomes;
  known: KnownCounts;
  newCalls: number;
  /** When it was looked up which numbers are blocked. */
  judgedAt: Date;
  /** Numbers that are or may be blocked and gain a person. */
  doubtful: readonly number[];
}

/** Some person came more than once in the source. */
const hasRepeats = ({ persons, valid }: Tally) => persons < valid;

/** Writes down what the file adds to persons besides making new ones; answers how many rows add something to known ones. */
function listFills<Stage>(
  { ctx, load }: LoadRun<Stage>,
  { staging, target, tally, known }: PreparedLoad,
): Promise<number> {
  return loadTransaction(ctx.db, tally.valid, async (trx) => {
    const addsToKnown = known.addsData > 0 || (hasRepeats(tally) && known.known > 0);
    const fills = addsToKnown ? await listFillsOfKnown(trx, staging, load.external) : 0;
    if (hasRepeats(tally)) await listFillsOfNew(trx, staging, target.firstPersonId);
    await staging.analyze(trx, 'fill');
    return fills;
  });
}

/**
 * The load's last transaction. New rows are written first; the locks for which others wait (campaign, blocking) are taken for the
 * end alone. A collision or a lost claim rolls it back; the staging tables are still there to try again.
 */
const endLoad = <Stage>(run: LoadRun<Stage>, prepared: PreparedLoad, fills: number) =>
  transact(
    run.ctx,
    async (work) => {
      const { trx } = work;
      const { load, progress, tuning, ctx } = run;
      const { staging, target, writers, tally, known, newCalls } = prepared;
      await setUpTransaction(trx);
      await lockPeople(trx, prepared.turn);
      const mayAddNumbers = known.addsNumber > 0 || (hasRepeats(tally) && known.known > 0);
      const addNumbers = () => insertPhonesOfKnown(trx, staging, target);
      const addMany = () => (isLarge(known.addsNumber) ? withoutNestedLoops(trx, addNumbers) : addNumbers());
      const mobiles = mayAddNumbers ? await addMany() : [];
      for (const writer of writers) await writer.write(trx);

      const stage = await run.lockCampaign(trx, load);
      // The load's row is about to be locked by this transaction.
      void progress.stop();
      progress.begin('end');
      if (!(await lockRunningLoad(trx, load))) throw new LoadOver();
      const lock = await lockBlocking(trx);
      for (const writer of writers) await writer.attach(trx);
      if (mobiles.length > 0) await markMobiles(trx, lock, mobiles);
      if (newCalls > 0) await raisePosition(trx, load.campaignId, prepared.block, newCalls);
      const judged = await recomputeGained(trx, lock, prepared);
      const blocked = await markBlocked(trx, lock, prepared, judged);
      if (fills <= tuning.fillAtOnce) await fillBlanks(trx, lock, staging, ALL_PERSONS, target);
      await countNewCalls(trx, load.campaignId, { newCalls, blocked, interested: known.interestedCalls });
      if (judged.length > 0 && !(await refreshUnlocked(trx, lock, judged))) await noteStaleNumbers(trx, load, judged);
      // Time has passed since the transaction began.
      await run.complete({ ...work, now: ctx.clock() }, load, stage, reportOf(prepared));
    },
    { statementTimeoutMs: 0 },
  );

const ALL_PERSONS = { from: 0, to: Number.MAX_SAFE_INTEGER };
/** Forgives clocks that differ. */
const CLOCK_SLACK_MS = 600_000;

const sinceMatching = ({ judgedAt }: Pick<PreparedLoad, 'judgedAt'>) => new Date(judgedAt.getTime() - CLOCK_SLACK_MS);

/** Judges the numbers again that gained a person, as far as their block may change by it; answers which. */
async function recomputeGained(trx: Trx, lock: BlocksLock, prepared: PreparedLoad): Promise<number[]> {
  const { target, doubtful } = prepared;
  const blockedSince = await listGainedSince(trx, { since: sinceMatching(prepared), writtenAt: target.now });
  const numbers = [...new Set([...doubtful, ...blockedSince])];
  if (numbers.length > 0) await recomputeBlocks(trx, lock, numbers, target.now);
  return numbers;
}

/** Marks new calls on numbers that were blocked since the load matched them, and on `judged` ones. */
export async function markBlocked(
  trx: Trx,
  _lock: BlocksLock,
  prepared: Pick<PreparedLoad, 'target' | 'judgedAt'>,
  judged: readonly number[],
): Promise<number> {
  const { campaignId, firstCallId } = prepared.target;
  const { numAffectedRows } = await sql`
    update call set blocked = true from blocked_number
    where (blocked_number.at >= ${sinceMatching(prepared)} or blocked_number.number = any(${[...judged]}::bigint[]))
      and call.number = blocked_number.number
      and call.campaign_id = ${campaignId} and call.id >= ${firstCallId}
      and call.id < ${(Math.floor(firstCallId / BLOCK_SIZE) + 1) * BLOCK_SIZE} and not call.blocked`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** New calls are Pendiente and unassigned (0). */
const countNewCalls = (
  trx: Trx,
  campaignId: number,
  { newCalls, blocked, interested }: { newCalls: number; blocked: number; interested: number },
) => {
  const at = { campaignId, operatorId: 0 };
  return moveCounters(trx, {
    totals: newCalls > 0 ? [{ ...at, stateId: PENDING_STATE, delta: newCalls }] : [],
    figures: [
      { ...at, figure: 'free' as const, delta: newCalls - blocked },
      { ...at, figure: 'interested' as const, delta: interested },
    ].filter(({ delta }) => delta !== 0),
  });
};

const reportOf = ({ tally, outcomes, newCalls }: PreparedLoad): LoadReport => ({
  read: tally.read,
  rejected: tally.rejected,
  loaded: newCalls,
  duplicates: tally.valid - newCalls - countSkipped(outcomes),
  skippedBlocked: outcomes.blocked,
  skippedCalled: outcomes.called,
  skippedActive: outcomes.active,
});

/** Like Promise.all, but after a failure too it waits for the others: nothing goes on working in the background. */
async function allSettled<T extends readonly Promise<unknown>[]>(
  works: [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
