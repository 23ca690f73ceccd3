import { AppError } from './app-error.ts';
import type { SignedCtx } from './context.ts';

const VALID_MS = 10 * 60_000;

/**
 * For changes that an unlocked screen alone must not be able to make: refused unless the owner of the session typed password or
 * code within the last ten minutes, at the sign-in or to confirm it. Whole endpoints declare it (`confirmed` in the contract); use
 * cases call it where it depends on the change.
 */
export function assertConfirmed({ actor, clock }: SignedCtx): void {
  if (clock().getTime() - actor.confirmedAt.getTime() > VALID_MS) throw new AppError('CONFIRMATION_REQUIRED');
}
