import { mergeSettings } from '@campanero/contract/settings/schemas';
import { type SignedCtx, transact } from '../../work/index.ts';
import { getAccount, lockSettings, updateShellRecord, type Account } from './auth.queries.ts';

/** Merged leaf by leaf, so that two devices do not overwrite each other. No audit record. */
export const saveShellRecord = (
  ctx: SignedCtx,
  { settings, shortcuts }: { settings?: Record<string, unknown> | undefined; shortcuts?: string[] | undefined } = {},
): Promise<Account> =>
  // Idempotent by itself, and the response holds personal data that should not be stored.
  transact(ctx, { remember: false }, async ({ trx, actor, afterCommit }) => {
    const merged = settings && mergeSettings(await lockSettings(trx, actor.id), settings);
    await updateShellRecord(trx, actor.id, { settings: merged, shortcuts });
    afterCommit({ to: [actor.id], event: 'settings', payload: {} });
    return getAccount(trx, actor.id);
  });
