import { RemoteFailure } from './get-json.ts';

interface BreakerOptions {
  failures: number;
  openMs: number;
  /** Concurrent requests, so that a slow system cannot block all of ours. */
  concurrent: number;
  clock: () => Date;
  onChange?: (state: 'open' | 'closed', reason: string) => void;
}

/** Refused without a request: the circuit is open, or too many requests are active. */
export class BreakerOpen extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('circuit open');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** After consecutive failures requests are refused at once; after `openMs` one request probes. Never retries itself. */
export function createBreaker({ failures, openMs, concurrent, clock, onChange = () => {} }: BreakerOptions) {
  let consecutiveFailures = 0;
  let openUntil = 0;
  let active = 0;
  let isProbing = false;

  const succeeded = () => {
    if (consecutiveFailures >= failures) onChange('closed', 'answered again');
    consecutiveFailures = 0;
  };
  const failed = (reason: string) => {
    consecutiveFailures += 1;
    if (consecutiveFailures < failures) return;
    openUntil = clock().getTime() + openMs;
    if (consecutiveFailures === failures) onChange('open', reason);
  };

  return async function guarded<T>(ask: () => Promise<T>): Promise<T> {
    const wait = openUntil - clock().getTime();
    const isOpen = consecutiveFailures >= failures;
    if (isOpen && wait > 0) throw new BreakerOpen(Math.ceil(wait / 1000));
    if (active >= concurrent || (isOpen && isProbing)) throw new BreakerOpen(1);
    active += 1;
    if (isOpen) isProbing = true;
    try {
      const answer = await ask();
      succeeded();
      return answer;
    } catch (error) {
      // Count failures of the other system only.
      if (error instanceof RemoteFailure) failed(error.message);
      throw error;
    } finally {
      active -= 1;
      if (isOpen) isProbing = false;
    }
  };
}
