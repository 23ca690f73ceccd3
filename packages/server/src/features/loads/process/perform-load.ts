import { errorSpec, type ErrorCode } from '@campanero/contract/errors';
import { AppError } from '../../../work/app-error.ts';
import type { Ctx } from '../../../work/context.ts';
import { failLoad } from './fail-load.ts';
import { finishLoad } from './finish-load.ts';
import { INVALID_FIELDS, LoadFailure, LoadOver, NO_SPACE, NOBODY_VALID } from './load-failure.ts';
import { indexDirect } from './index-direct.ts';
import { findLoad, type RunningLoad } from './load-row.queries.ts';
import { endTurn, waitForTurn } from './people-lock.queries.ts';
import { keepProgress, type Progress } from './progress.ts';
import { withClient } from './own-client.ts';
import { readSource } from './read-source.ts';
import { settleRepeats } from './settle-leaves.ts';
import { settleLoad } from './settle-load.ts';
import { BEGINS, createSteps, type Step } from './steps.ts';

export interface LoadTuning {
  /** A first load of at least so many calls gets a leaf of its own (model 1); so do at least so many new persons. */
  ownLeafFrom: number;
  /** More known persons to complete than this are completed after the load, piece by piece. */
  fillAtOnce: number;
}
export const TUNING: LoadTuning = { ownLeafFrom: 250_000, fillAtOnce: 20_000 };

export interface LoadRun {
  ctx: Ctx;
  databaseUrl: string;
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
  /** The load is no longer this attempt's, or nobody waits for it any more. */
  abort: AbortController;
  onStep?: (step: Step) => void;
}

/**
 * One attempt at a load, from its source to the visible calls. Whatever ends it before finishLoad() commits leaves nothing but
 * a workbench, a detached leaf and report rows, all of which the next attempt or the sweep removes: so it may be killed at any
 * moment and simply run again. Afterwards only blanks of known persons and foreign keys of the leaf are left to do, each step
 * of which may be repeated or, at worst, missed without a false figure.
 */
export async function performLoad(run: LoadRun): Promise<void> {
  const { ctx, abort } = run;
  const load = await findLoad(ctx.db, run.loadId, run.attempt);
  if (!load) return;
  const progress = keepProgress(ctx.db, load, () => abort.abort(new LoadOver()));
  const steps = createSteps(run, progress);
  const counts = { read: 0, rejected: 0 };
  try {
    await work(run, load, progress, (step) => steps.begin(step), counts);
  } catch (error) {
    await progress.stop();
    const words = wordsFor(error);
    if (words) await failLoad(ctx, load, words, counts);
    if (!words && !(error instanceof LoadOver) && !(abort.signal.reason instanceof LoadOver)) throw error;
    ctx.log.info(
      { loadId: load.id, reason: (error as Error).message, cause: causeOf(error) },
      'load ended without audience',
    );
  } finally {
    await progress.stop();
    ctx.log.info({ loadId: load.id, ...counts, ms: steps.times() }, 'load times');
  }
}

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;

const REMOTE_REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'DASHBOARD_AUDIENCE_UNKNOWN',
  'DASHBOARD_UNAVAILABLE',
  'FORM_UNKNOWN',
  'FORMS_UNAVAILABLE',
]);

function wordsFor(error: unknown): string | null {
  if (error instanceof LoadFailure) return error.words;
  // The connector has been patient already; its refusal is a sentence for people.
  if (error instanceof AppError && REMOTE_REFUSALS.has(error.error)) return errorSpec(error.error).es;
  // A full disk will not empty itself by trying at once; everything written so far has been taken back (REL-10).
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' ? NO_SPACE : null;
}

async function work(
  run: LoadRun,
  load: RunningLoad,
  progress: Progress,
  begin: (step: Step) => void,
  counts: { read: number; rejected: number },
): Promise<void> {
  const { ctx, abort } = run;
  begin('scan');
  const read = await readSource(run, load, (done, { read: rows, rejected }) => {
    Object.assign(counts, { read: rows, rejected });
    progress.set(done * BEGINS.index, counts);
  });
  if (read.tally.valid === 0) throw new LoadFailure(load.source === 'csv' ? INVALID_FIELDS : NOBODY_VALID);
  const { bench, direct } = read;
  begin('index');
  const indexing = direct && indexDirect(ctx, direct);
  try {
    await indexing?.people;
    await bench.analyzeRows(ctx.db);
    begin('wait');
    await withClient(run, async (turn) => {
      await waitForTurn(turn);
      const plan = await settleLoad(run, load, read, begin);
      abort.signal.throwIfAborted();
      begin('write');
      try {
        if (direct) await settleRepeats(ctx.db, plan, direct);
        await indexing?.calls;
        await finishLoad(ctx, plan, () => {
          // The row is about to be locked by the transaction itself.
          void progress.stop();
          begin('end');
        });
      } finally {
        await plan.phones?.dispose();
        await Promise.allSettled([plan.leaf, plan.peopleLeaf]);
      }
      await endTurn(turn);
      begin('after');
    });
  } finally {
    // After a failure, too, nobody writes any more.
    await Promise.allSettled([indexing?.people, indexing?.calls]);
  }
}
