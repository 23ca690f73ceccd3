import { RemoteFailure } from './get-json.ts';

interface BreakerOptions {
  /** Failures in a row that open it. */
  failures: number;
  /** How long no request is sent there once open. */
  openMs: number;
  /** Requests under way at once, so that a slow system cannot hold up all of ours. */
  concurrent: number;
  clock: () => Date;
  onChange?: (state: 'open' | 'closed', reason: string) => void;
}

/** Refused without a request: the system failed just now, or has too many requests under way. */
export class BreakerOpen extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('circuit open');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Spares a system that is down: after some failures in a row, requests are refused at once. After `openMs` one request is
 * let through, and its result decides whether the others may follow. The breaker never repeats a request itself.
 */
export function createBreaker({ failures, openMs, concurrent, clock, onChange = () => {} }: BreakerOptions) {
  let inARow = 0;
  let openUntil = 0;
  let underWay = 0;
  let isTrying = false;

  const succeeded = () => {
    if (inARow >= failures) onChange('closed', 'answered again');
    inARow = 0;
  };
  const failed = (reason: string) => {
    inARow += 1;
    if (inARow < failures) return;
    openUntil = clock().getTime() + openMs;
    if (inARow === failures) onChange('open', reason);
  };

  return async function guarded<T>(ask: () => Promise<T>): Promise<T> {
    const wait = openUntil - clock().getTime();
    const isOpen = inARow >= failures;
    if (isOpen && wait > 0) throw new BreakerOpen(Math.ceil(wait / 1000));
    if (underWay >= concurrent || (isOpen && isTrying)) throw new BreakerOpen(1);
    underWay += 1;
    if (isOpen) isTrying = true;
    try {
      const answer = await ask();
      succeeded();
      return answer;
    } catch (error) {
      // Only failures of the other system count, not errors of ours.
      if (error instanceof RemoteFailure) failed(error.message);
      throw error;
    } finally {
      underWay -= 1;
      if (isOpen) isTrying = false;
    }
  };
}
