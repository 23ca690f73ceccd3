import { AppError } from './app-error.ts';
import type { SignedCtx } from './context.ts';

const VALID_MS = 10 * 60_000;

/** For endpoints marked `confirmed`, and for use cases where it depends on the change. */
export function assertConfirmed({ actor, clock }: SignedCtx): void {
  if (clock().getTime() - actor.confirmedAt.getTime() > VALID_MS) throw new AppError('CONFIRMATION_REQUIRED');
}
