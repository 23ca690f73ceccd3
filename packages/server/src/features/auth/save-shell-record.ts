import { mergeSettings } from '@campanero/contract/settings/schemas';
import { type SignedCtx, transact } from '../../work/index.ts';
import { getAccount, lockSettings, updateShellRecord, type Account } from './auth.queries.ts';

/**
 * Saves the caller's own shell settings and shortcuts; for staff, because guests keep theirs in the browser. Settings are merged
 * leaf by leaf, so that two devices do not overwrite each other. Sends an event to the caller's other devices; no audit record.
 */
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
