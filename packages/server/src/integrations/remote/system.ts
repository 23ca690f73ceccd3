import type { ErrorCode } from '@campanero/contract/errors';
import type { Logger } from 'pino';
import { AppError } from '../../work/app-error.ts';
import { countFailure } from '../../work/metrics.ts';
import { BreakerOpen, createBreaker } from './breaker.ts';
import { getJson, REMOTE_LIMITS, RemoteFailure, type RemoteLimits } from './get-json.ts';

const FAILURES = 3;
const OPEN_MS = 15_000;
const CONCURRENT = 20;
/** Before each further try of a page; the last one is longer than an open circuit breaker. */
const PAUSES_MS = [1_000, 4_000, 16_000];

export interface RemoteOptions {
  /** The configured address: every request goes below it and nowhere else. */
  base: string;
  clock: () => Date;
  log: Logger;
  limits?: RemoteLimits;
  pausesMs?: readonly number[];
}

interface RemoteSystemOptions extends RemoteOptions {
  /** For the log: "the forms system". */
  name: string;
  /** The error for the user, whatever is wrong with the other system. */
  refusal: ErrorCode;
}

export type RemoteSystem = ReturnType<typeof createRemoteSystem>;

/** Another system that answers JSON: one circuit breaker, one set of limits, one refusal. */
export function createRemoteSystem(options: RemoteSystemOptions) {
  const { name, base, refusal, clock, log, limits = REMOTE_LIMITS, pausesMs = PAUSES_MS } = options;
  const guarded = createBreaker({
    failures: FAILURES,
    openMs: OPEN_MS,
    concurrent: CONCURRENT,
    clock,
    onChange: (state, reason) => log.warn({ state, reason }, `${name}: circuit changed`),
  });

  /** Null reads as "there is no such thing": the other side's 404. */
  const tryOnce = <T>(address: URL, read: (answer: unknown) => T, own: RemoteLimits = limits): Promise<T> =>
    guarded(async () => read(await getJson(address, own)));

  /** The one refusal; faults of ours pass as they are. */
  function refused(error: unknown): unknown {
    if (error instanceof BreakerOpen)
      return new AppError(refusal, { retryAfter: error.retryAfterSeconds, cause: error });
    if (!(error instanceof RemoteFailure)) return error;
    countFailure(refusal === 'FORMS_UNAVAILABLE' ? 'forms' : 'dashboard');
    log.warn({ reason: error.message }, `${name} gave no usable answer`);
    return new AppError(refusal, { cause: error });
  }

  return {
    limits,
    pausesMs,
    tryOnce,
    refused,
    /** Path parts below the base; each stays one part whatever it holds. */
    addressOf(...parts: readonly string[]): URL {
      const url = new URL(base);
      url.pathname = [url.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/');
      return url;
    },
    /** One question, asked once. */
    async ask<T>(address: URL, read: (answer: unknown) => T): Promise<T> {
      try {
        return await tryOnce(address, read);
      } catch (error) {
        throw refused(error);
      }
    },
  };
}

/** Not `.` or `..`: they survive encoding and would change the path. */
export const isPathPart = (text: string) => text !== '' && !/^\.+$/.test(text);
