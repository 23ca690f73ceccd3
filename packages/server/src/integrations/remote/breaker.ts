import { RemoteFailure } from './get-json.ts';

/** Consecutive failures that open the circuit, and for how long. */
const FAILURES = 3;
const OPEN_MS = 15_000;
/** Concurrent requests, so that a slow system cannot block all of ours. */
const CONCURRENT = 20;

type OnChange = (state: 'open' | 'closed', reason: string) => void;

/** Refused without a request: the circuit is open, or too many requests are active. */
export class BreakerOpen extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('circuit open');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** After consecutive failures requests are refused at once; after OPEN_MS one request probes. Never retries itself. */
export function createBreaker(clock: () => Date, onChange: OnChange) {
  let consecutiveFailures = 0;
  let openUntil = 0;
  let active = 0;
  let isProbing = false;

  const succeeded = () => {
    if (consecutiveFailures >= FAILURES) onChange('closed', 'answered again');
    consecutiveFailures = 0;
  };
  const failed = (reason: string) => {
    consecutiveFailures += 1;
    if (consecutiveFailures < FAILURES) return;
    openUntil = clock().getTime() + OPEN_MS;
    if (consecutiveFailures === FAILURES) onChange('open', reason);
  };

  return async function guarded<T>(ask: () => Promise<T>): Promise<T> {
    const wait = openUntil - clock().getTime();
    const isOpen = consecutiveFailures >= FAILURES;
    if (isOpen && wait > 0) throw new BreakerOpen(Math.ceil(wait / 1000));
    if (active >= CONCURRENT || (isOpen && isProbing)) throw new BreakerOpen(1);
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
