import { ERRORS, type ErrorCode } from '@campanero/contract/errors';
import {
  type LoadAttempt,
  LoadFailure,
  type LoadTuning,
  NO_SPACE_FOR_LOAD,
  runLoad,
  TUNING,
} from '../../call-store/load/index.ts';
import { AppError, type Ctx } from '../../work/index.ts';
import type { Attempt } from '../../work/attempts.ts';
import { isDiskFull } from '../../work/disk-full.ts';
import { lockStage, type LockedStage } from '../campaigns/status/change-status.ts';
import { completeLoad, failLoad } from './end-load.ts';
import { saveFindings } from './sources/findings.ts';
import { openSource, readPlaceRules } from './sources/open-source.ts';

/** Input of the child process; tests tune it. */
export type LoadTask = Attempt & { tuning?: Partial<LoadTuning> | undefined };

/** One attempt at a load. Non-retryable errors end the load in ERROR with a message; others are thrown. */
export const attemptLoad = (
  ctx: Ctx,
  { id, attempt, tuning }: LoadTask,
  { abort = new AbortController(), onStep }: Partial<Pick<LoadAttempt<LockedStage>, 'abort' | 'onStep'>> = {},
): Promise<void> =>
  runLoad({
    ctx,
    databaseUrl: ctx.databaseUrl,
    loadId: id,
    attempt,
    tuning: { ...TUNING, ...tuning },
    abort,
    onStep,
    async open(load) {
      const places = await readPlaceRules(ctx, load);
      const source = await openSource(ctx, load, places);
      return { source, onReadingEnded: () => saveFindings(ctx.db, load, source, places.tree) };
    },
    lockCampaign: (trx, load) => lockStage(trx, load.campaignId),
    complete: (...end) => completeLoad(ctx, ...end),
    async fail(load, error, counts) {
      const message = failureMessage(error);
      if (message) await failLoad(ctx, load, message, counts);
      return message !== null;
    },
  });

const REMOTE_REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'DASHBOARD_AUDIENCE_UNKNOWN',
  'DASHBOARD_UNAVAILABLE',
  'FORM_UNKNOWN',
  'FORMS_UNAVAILABLE',
]);

/** Null if the error is retryable. */
function failureMessage(error: unknown): string | null {
  if (error instanceof LoadFailure) return error.words;
  // The connector has already retried; its error has a message for users.
  if (error instanceof AppError && REMOTE_REFUSALS.has(error.error)) return ERRORS[error.error].es;
  return isDiskFull(error) ? NO_SPACE_FOR_LOAD : null;
}
