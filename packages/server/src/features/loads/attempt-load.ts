import { errorSpec, type ErrorCode } from '@campanero/contract/errors';
import { LoadFailure, LoadOver, NO_SPACE } from '../../call-store/load/load-failure.ts';
import { findLoad } from '../../call-store/load/load-row.ts';
import { keepProgress, type Step } from '../../call-store/load/progress.ts';
import { runLoad, type LoadTuning } from '../../call-store/load/run-load.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';
import { lockStage } from '../campaigns/change-status.ts';
import { completeLoad, failLoad } from './end-load.ts';
import { saveFindings } from './sources/findings.ts';
import { openSource, readPlaceRules } from './sources/open-source.ts';

interface LoadAttempt {
  ctx: Ctx;
  databaseUrl: string;
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
  /** The load is no longer this attempt's, or nobody waits for it any more. */
  abort: AbortController;
  onStep?: (step: Step) => void;
}

/** One attempt at a load. What trying again cannot mend ends the load in ERROR, with words; everything else is thrown. */
export async function attemptLoad({
  ctx,
  databaseUrl,
  loadId,
  attempt,
  tuning,
  abort,
  onStep,
}: LoadAttempt): Promise<void> {
  const load = await findLoad(ctx.db, loadId, attempt);
  if (!load) return;
  const progress = keepProgress(ctx.db, load, { abort, onStep, onLost: () => abort.abort(new LoadOver()) });
  const counts = { read: 0, rejected: 0 };
  try {
    const places = await readPlaceRules(ctx, load);
    const source = await openSource(ctx, load, places);
    await runLoad({
      ctx,
      databaseUrl,
      load,
      source,
      tuning,
      progress,
      abort,
      onRead: ({ read, rejected }) => Object.assign(counts, { read, rejected }),
      onReadingEnded: () => saveFindings(ctx.db, load, source, places.tree),
      lockCampaign: (trx) => lockStage(trx, load.campaignId),
      complete: (work, stage, report) => completeLoad(work, load, stage, report),
    });
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
    ctx.log.info({ loadId: load.id, ...counts, ms: progress.times() }, 'load times');
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

/** Null: another attempt may succeed. */
function wordsFor(error: unknown): string | null {
  if (error instanceof LoadFailure) return error.words;
  // The connector has been patient already; its refusal is a sentence for people.
  if (error instanceof AppError && REMOTE_REFUSALS.has(error.error)) return errorSpec(error.error).es;
  // A full disk will not empty itself by trying at once; everything written so far has been taken back.
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' ? NO_SPACE : null;
}
