import { RemoteFailure } from './get-json.ts';

interface BreakerOptions {
  /** Failures in a row that open it. */
  failures: number;
  /** How long nobody is sent there once open. */
  openMs: number;
  /** Requests under way at once; a slow system must not gather all of ours. */
  concurrent: number;
  clock: () => Date;
  onChange?: (state: 'open' | 'closed', reason: string) => void;
}

/** Refused without asking: the system failed just now, or has enough to do. */
export class BreakerOpen extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('circuit open');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Keeps us from hammering a system that is down (REL-26): after some failures in a row callers are refused at once; when the
 * time is over one of them is let through, and its luck decides for everybody. Nothing is ever repeated on its own.
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
      // Only the other side's failures count: a fault of ours says nothing about it.
      if (error instanceof RemoteFailure) failed(error.message);
      throw error;
    } finally {
      underWay -= 1;
      if (isOpen) isTrying = false;
    }
  };
}
