import { AppError } from './app-error.ts';
import type { SignedCtx } from './context.ts';

const VALID_MS = 10 * 60_000;

/**
 * For changes that an unattended screen must not allow: requires that the user entered password or code in the last ten minutes. Whole
 * endpoints declare it (`confirmed` in the contract); use cases call it if it depends on the change.
 */
export function assertConfirmed({ actor, clock }: SignedCtx): void {
  if (clock().getTime() - actor.confirmedAt.getTime() > VALID_MS) throw new AppError('CONFIRMATION_REQUIRED');
}
