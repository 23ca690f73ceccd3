import type { ErrorCode } from '@campanero/contract/errors';
import type { Logger } from 'pino';
import { AppError } from '../../work/app-error.ts';
import type { Deps } from '../../work/context.ts';
import { countFailure } from '../../work/metrics.ts';
import { BreakerOpen, createBreaker } from './breaker.ts';
import { getJson, REMOTE_LIMITS, RemoteFailure, type RemoteLimits } from './get-json.ts';

/** Delays of retries; the last is longer than an open circuit. */
const PAUSES_MS = [1_000, 4_000, 16_000];

export type ConnectorDeps = Pick<Deps, 'config' | 'db' | 'log' | 'clock'>;

export interface RemoteOptions {
  /** Configured URL; all requests stay below it. */
  base: string;
  clock: () => Date;
  log: Logger;
  limits?: RemoteLimits;
  pausesMs?: readonly number[];
}

type RemoteSystemOptions = RemoteOptions & { name: string; refusal: ErrorCode };

export type RemoteSystem = ReturnType<typeof createRemoteSystem>;

/** A remote JSON system with circuit breaker, limits and one error code. */
export function createRemoteSystem(options: RemoteSystemOptions) {
  const { name, base, refusal, clock, log, limits = REMOTE_LIMITS, pausesMs = PAUSES_MS } = options;
  const guarded = createBreaker(clock, (state, reason) => log.warn({ state, reason }, `${name}: circuit changed`));

  /** `read` gets null for a 404. */
  const tryOnce = <T>(address: URL, read: (answer: unknown) => T, own: RemoteLimits = limits): Promise<T> =>
    guarded(async () => read(await getJson(address, own)));

  /** Maps remote failures to the error code; other errors pass. */
  function toAppError(error: unknown): unknown {
    if (error instanceof BreakerOpen)
      return new AppError(refusal, { retryAfter: error.retryAfterSeconds, cause: error });
    if (!(error instanceof RemoteFailure)) return error;
    countFailure(refusal === 'FORMS_UNAVAILABLE' ? 'forms' : 'dashboard');
    log.warn({ reason: error.message }, `${name} gave no usable answer`);
    return new AppError(refusal, { cause: error });
  }

  /** Path segments below the base, encoded; empty parameters are left out. */
  function addressOf(parts: readonly string[], query: Record<string, string | undefined> = {}): URL {
    const url = new URL(base);
    url.pathname = [url.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/');
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
    return url;
  }

  return {
    limits,
    pausesMs,
    tryOnce,
    toAppError,
    addressOf,
    /** Without retry. */
    async ask<T>(address: URL, read: (answer: unknown) => T): Promise<T> {
      try {
        return await tryOnce(address, read);
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}

/** `.` and `..` survive encoding and would change the path. */
export const isPathPart = (text: string) => text !== '' && !/^\.+$/.test(text);
