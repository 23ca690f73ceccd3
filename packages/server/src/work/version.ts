import { isErasedSince } from '@campanero/contract/shared/paging';
import { AppError } from './app-error.ts';

/**
 * Refuses a change based on an older version; `stored` is read under its lock. Text typed before an erasure may contain the erased words:
 * TEXT_ERASED tells the client not to resend it. A missing version is accepted if nothing was erased.
 */
export function assertCurrent(stored: { version: number }, given: number | undefined): void {
  if (given === stored.version) return;
  if (isErasedSince(given ?? 0, stored.version)) throw new AppError('TEXT_ERASED');
  if (given !== undefined) throw new AppError('CONFLICT');
}
