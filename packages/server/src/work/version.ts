import { isErasedSince } from '@campanero/contract/shared/paging';
import { AppError } from './app-error.ts';

/**
 * Refuses a change that was made on an older version of a record. `stored` is read under its lock. What was typed before texts of the
 * record were erased may hold them: nobody is asked to send it again. An absent version is accepted where none were erased.
 */
export function assertCurrent(stored: { version: number }, given: number | undefined): void {
  if (given === stored.version) return;
  if (isErasedSince(given ?? 0, stored.version)) throw new AppError('TEXT_ERASED');
  if (given !== undefined) throw new AppError('CONFLICT');
}
