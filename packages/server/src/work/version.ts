import { isErasedSince } from '@campanero/contract/shared/paging';
import { AppError } from './app-error.ts';

/** Text typed before an erasure may contain the erased words: TEXT_ERASED tells the client not to resend it. */
export function assertCurrent(stored: { version: number }, given: number | undefined): void {
  if (given === stored.version) return;
  if (isErasedSince(given ?? 0, stored.version)) throw new AppError('TEXT_ERASED');
  if (given !== undefined) throw new AppError('CONFLICT');
}
