import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';
import type { Limit } from '../../work/rate-limit.ts';
import { prolongWindow, reserveAttempt, returnAttempt } from './attempts.queries.ts';
import { inHashingTurn } from './passwords.ts';

const QUARTER = 15 * 60;
const HOUR = 3600;
export const ACCOUNT_FAILURES: Limit = { limit: 10, windowSeconds: QUARTER };
/** A whole call centre is one address (SEC-03). */
export const ADDRESS_FAILURES: Limit = { limit: 200, windowSeconds: QUARTER };
export const ACCOUNT_RECOVERIES: Limit = { limit: 5, windowSeconds: HOUR };
export const ADDRESS_RECOVERIES: Limit = { limit: 100, windowSeconds: HOUR };
export const ADDRESS_REGISTRATIONS: Limit = { limit: 20, windowSeconds: HOUR };

/**
 * What was typed as an address is hashed: it may be a person's mail or, by a slip, a password. Unknown accounts are counted
 * like known ones, so that the limit tells nothing either.
 */
export const accountKey = (purpose: string, email: string) =>
  `${purpose}:account:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`;

/** One household or office has a whole /64 of IPv6 addresses: they count as one. */
export function addressKey(purpose: string, address: string): string {
  if (!isIPv6(address) || address.includes('.')) return `${purpose}:address:${address}`;
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::');
  const groups = head ? head.split(':') : [];
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0);
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail.split(':')];
  return `${purpose}:address:${all.slice(0, 4).join(':')}`;
}

/**
 * Runs a password check under limits on its failures. Each attempt is counted before the check and given back after a
 * success, inside one hashing turn: parallel attempts cannot outrun the count, and a thousand people who sign in at once
 * with the right password never have more than a few attempts open.
 */
export function checkUnderLimits(
  ctx: Ctx,
  limits: readonly { key: string; limit: Limit; isStrict?: true }[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  return inHashingTurn(async () => {
    const now = ctx.clock();
    const taken: string[] = [];
    const giveBack = async () => {
      for (const key of taken) await returnAttempt(ctx.db, key);
    };
    for (const { key, limit } of limits) {
      const attempt = await reserveAttempt(ctx.db, key, limit, now);
      if (!attempt.allowed) {
        // One account's pause must not use up the attempts of everybody behind the same address.
        await giveBack();
        throw new AppError('TOO_MANY_ATTEMPTS', { retryAfter: attempt.retryAfter });
      }
      taken.push(key);
    }
    const isRight = await check();
    if (isRight) await giveBack();
    else for (const { key, isStrict } of limits) if (isStrict) await prolongWindow(ctx.db, key, now);
    return isRight;
  });
}
