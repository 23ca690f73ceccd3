import { AppError } from './app-error.ts';

/** Refuses a change that was made on an older version of a record; an absent version is accepted. `stored` is read under its lock. */
export function assertCurrent(stored: { version: number }, given: number | undefined): void {
  if (given !== undefined && given !== stored.version) throw new AppError('CONFLICT');
}
