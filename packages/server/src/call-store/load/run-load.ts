import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Actor, Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { moveCounters } from '../counters.ts';
import { lockBlocking } from '../locks.ts';
import { withClient } from './copy.ts';
import { countSkipped, excludeNumbers, type RowOutcomes } from './exclude-numbers.ts';
import { fillBlanks, listFillsOfKnown, listFillsOfNew } from './fill-blanks.ts';
import { insertPhonesOfKnown, type RowTarget } from './insert-rows.ts';
import { INVALID_FIELDS, LoadFailure, LoadOver, NOBODY_VALID, TOO_MANY_CALLS } from './load-failure.ts';
import {
  analyzePeople,
  BLOCK_SIZE,
  lockRunningLoad,
  noteBlock,
  raisePosition,
  takeBlock,
  takePersonIds,
  takeSharedBlock,
  type RunningLoad,
} from './load-row.ts';
import { endTurn, lockPeople, matchPeople, waitForTurn, type KnownCounts } from './match-people.ts';
import type { Progress } from './progress.ts';
import { readSource, type AudienceSource, type Tally } from './read-source.ts';
import { loadTransaction, setUpTransaction, stagingOf, type Staging } from './staging.ts';
import {
  callsIntoOwnLeaf,
  callsIntoSharedLeaf,
  NOTHING_TO_WRITE,
  peopleIntoOwnLeaf,
  peopleIntoSharedLeaf,
  type Writer,
} from './writers.ts';

export interface LoadTuning {
  /** So many new persons, or so many calls of a campaign's first load, get a leaf of their own. */
  ownLeafFrom: number;
  /** More rows with data for known persons than this are filled in after the load, piece by piece. */
  fillAtOnce: number;
}
export const TUNING: LoadTuning = { ownLeafFrom: 250_000, fillAtOnce: 20_000 };

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

export interface LoadRun<Stage> {
  ctx: Ctx;
  databaseUrl: string;
  load: RunningLoad;
  source: AudienceSource;
  tuning: LoadTuning;
  progress: Progress;
  onRead: (tally: Tally) => void;
  /** However the reading ended: what was learnt of the source can be saved for the report. */
  onReadingEnded: () => Promise<void>;
  /** Aborted when the load is no longer this attempt's, or nobody waits for it any more. */
  abort: AbortController;
  /** In the last transaction: locks the campaign. */
  lockCampaign: (trx: Trx) => Promise<Stage>;
  /** The last transaction's last step: status, report and messages, with whatever else the feature has to say. */
  complete: (work: LoadWork, stage: Stage, report: LoadReport) => Promise<void>;
}

/** Positions of a block: calls of a campaign. */
const CALLS_MAX = BLOCK_SIZE - 1;

/**
 * A whole load, from its source to the visible calls. It may be killed at any moment and simply run again: whatever ends it before
 * the last transaction commits leaves staging tables, detached leaves and rejected rows, which the next attempt or the sweep removes.
 */
export async function runLoad<Stage>(run: LoadRun<Stage>): Promise<void> {
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
  await withClient(run, async (turn) => {
    await waitForTurn(turn);

    // Match: which numbers get no call, and which persons we have.
    await analyzePeople(db);
    progress.begin('match');
    const judgedAt = ctx.clock();
    const { outcomes, known } = await loadTransaction(db, tally.valid, async (trx) => {
      const found = await excludeNumbers(trx, staging, load, judgedAt);
      const sought = { ...tally, hasSkipped: countSkipped(found) > 0, external: load.external };
      return { outcomes: found, known: await matchPeople(trx, staging, sought) };
    });

    // Write: people and calls at the same time, since all ids are known.
    progress.begin('write');
    const plan = await planWriting(run, staging, { tally, outcomes, known });
    const [fills] = await allSettled([listFills(plan), ...plan.writers.map((writer) => writer.prepare())]);
    abort.signal.throwIfAborted();

    // Settle, attach and end: everything becomes visible together or not at all.
    await endLoad(run, { ...plan, fills, judgedAt });
    await endTurn(turn);
    progress.begin('after');
  });
}

interface Plan {
  staging: Staging;
  target: RowTarget;
  writers: Writer[];
  tally: Tally;
  outcomes: RowOutcomes;
  known: KnownCounts;
  /** New calls. */
  loaded: number;
  /** Of the campaign's calls. */
  block: number;
  /** Some person came more than once in the file. */
  hasRepeats: boolean;
  load: RunningLoad;
  ctx: Ctx;
}

/** Chooses where the people and the calls go: into leaves of this load if they are many, else into what is there. */
async function planWriting<Stage>(
  { ctx, load, tuning }: LoadRun<Stage>,
  staging: Staging,
  { tally, outcomes, known }: { tally: Tally; outcomes: RowOutcomes; known: KnownCounts },
): Promise<Plan> {
  const { db } = ctx;
  const newPeople = tally.persons - known.all;
  const loaded = tally.numbers - outcomes.numbers;
  if (load.nextPosition + loaded > CALLS_MAX) throw new LoadFailure(TOO_MANY_CALLS);
  const hasPeopleLeaf = newPeople >= tuning.ownLeafFrom;
  const hasCallsLeaf = load.block === null && loaded >= tuning.ownLeafFrom;
  const ownBlock = hasPeopleLeaf || hasCallsLeaf ? await takeBlock(db, 'large') : 0;
  if (ownBlock > 0) await noteBlock(db, load, ownBlock);
  const block = load.block ?? (hasCallsLeaf ? ownBlock : await takeSharedBlock(db));
  const target: RowTarget = {
    firstPersonId: hasPeopleLeaf ? ownBlock * BLOCK_SIZE : await takePersonIds(db, tally.valid),
    campaignId: load.campaignId,
    firstCallId: block * BLOCK_SIZE + load.nextPosition,
    external: load.external,
    hasKnown: known.known > 0,
    now: ctx.clock(),
  };
  const context = { db, staging, target, rows: tally.valid };
  const peopleWriter = hasPeopleLeaf ? peopleIntoOwnLeaf(context, ownBlock) : peopleIntoSharedLeaf(context);
  const callsWriter = hasCallsLeaf
    ? callsIntoOwnLeaf(context, ownBlock)
    : callsIntoSharedLeaf(context, { block, calls: loaded });
  return {
    staging,
    target,
    writers: [newPeople > 0 ? peopleWriter : NOTHING_TO_WRITE, loaded > 0 ? callsWriter : NOTHING_TO_WRITE],
    tally,
    outcomes,
    known,
    loaded,
    block,
    hasRepeats: tally.persons < tally.valid,
    load,
    ctx,
  };
}

/** Writes down what the file adds to persons besides making new ones; answers how many rows add something to known ones. */
async function listFills({ ctx, staging, target, tally, known, hasRepeats, load }: Plan): Promise<number> {
  return loadTransaction(ctx.db, tally.valid, async (trx) => {
    const addsToKnown = known.addsData > 0 || (hasRepeats && known.known > 0);
    const fills = addsToKnown ? await listFillsOfKnown(trx, staging, load.external) : 0;
    if (hasRepeats) await listFillsOfNew(trx, staging, target.firstPersonId);
    await staging.analyze(trx, 'fill');
    return fills;
  });
}

/**
 * The load's last transaction. New rows are written first; the locks for which others wait (campaign, blocking) are taken for the
 * end alone. A collision or a lost claim rolls it back; the staging tables are still there to try again.
 */
const endLoad = <Stage>(
  run: LoadRun<Stage>,
  { staging, target, writers, known, loaded, hasRepeats, block, ...plan }: Plan & { fills: number; judgedAt: Date },
) =>
  transact(
    run.ctx,
    async (work) => {
      const { trx } = work;
      const { load, progress, tuning, ctx } = run;
      await setUpTransaction(trx);
      await lockPeople(trx);
      if (known.addsNumber > 0 || (hasRepeats && known.known > 0)) await insertPhonesOfKnown(trx, staging, target);
      for (const writer of writers) await writer.write(trx);

      const stage = await run.lockCampaign(trx);
      // The load's row is about to be locked by this transaction.
      void progress.stop();
      progress.begin('end');
      if (!(await lockRunningLoad(trx, load))) throw new LoadOver();
      await lockBlocking(trx);
      for (const writer of writers) await writer.attach(trx);
      if (loaded > 0) await raisePosition(trx, load.campaignId, block, loaded);
      const blocked = await markBlocked(trx, target, plan.judgedAt);
      if (plan.fills <= tuning.fillAtOnce) await fillBlanks(trx, staging, ALL_PERSONS, target);
      await countNewCalls(trx, load.campaignId, { loaded, blocked, interested: known.interestedCalls });
      // Time has passed since the transaction began.
      await run.complete({ ...work, now: ctx.clock() }, stage, reportOf({ ...plan, loaded }));
    },
    { statementTimeoutMs: 0 },
  );

const ALL_PERSONS = { from: 0, to: Number.MAX_SAFE_INTEGER };
/** Forgives clocks that differ. */
const CLOCK_SLACK_MS = 600_000;

/** Marks calls on numbers that were blocked since `judgedAt`. The caller holds the lock of blocking, so that none slips through. */
async function markBlocked(trx: Trx, { campaignId, firstCallId }: RowTarget, judgedAt: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update call set blocked = true from blocked_number
    where blocked_number.at >= ${new Date(judgedAt.getTime() - CLOCK_SLACK_MS)} and call.number = blocked_number.number
      and call.campaign_id = ${campaignId} and call.id >= ${firstCallId}
      and call.id < ${(Math.floor(firstCallId / BLOCK_SIZE) + 1) * BLOCK_SIZE} and not call.blocked`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** New calls are Pendiente (1) and unassigned (0). */
const countNewCalls = (
  trx: Trx,
  campaignId: number,
  { loaded, blocked, interested }: { loaded: number; blocked: number; interested: number },
) => {
  const at = { campaignId, operatorId: 0 };
  return moveCounters(trx, {
    totals: loaded > 0 ? [{ ...at, stateId: 1, delta: loaded }] : [],
    figures: [
      { ...at, figure: 'free' as const, delta: loaded - blocked },
      { ...at, figure: 'interested' as const, delta: interested },
    ].filter(({ delta }) => delta !== 0),
  });
};

const reportOf = ({ tally, outcomes, loaded }: Pick<Plan, 'tally' | 'outcomes' | 'loaded'>): LoadReport => ({
  read: tally.read,
  rejected: tally.rejected,
  loaded,
  duplicates: tally.valid - loaded - countSkipped(outcomes),
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
