import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { getAccount, updateShellRecord, type Account } from './auth.queries.ts';

/**
 * The caller's own shell settings and shortcuts; whatever else came with them was dropped by the contract (D7). No audit:
 * own settings are no mutation in that sense (decisions 2).
 */
export const saveShellRecord = (
  ctx: SignedCtx,
  change: { settings?: Record<string, unknown> | undefined; shortcuts?: string[] | undefined } = {},
): Promise<Account> =>
  transact(
    ctx,
    async ({ trx, actor }) => {
      await updateShellRecord(trx, actor.id, change);
      return getAccount(trx, actor.id);
    },
    // Saving twice saves the same; the record holds more of a person than a stored answer should.
    { remember: false },
  );
