import { mergeSettings } from '@campanero/contract/settings/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { getAccount, lockSettings, updateShellRecord, type Account } from './auth.queries.ts';

interface ShellChange {
  settings?: Record<string, unknown> | undefined;
  shortcuts?: string[] | undefined;
}

/**
 * The caller's own shell settings and shortcuts; whatever else came with them was dropped by the contract, which also refuses
 * settings that do not exist, so that the record cannot grow without end. Any staff: a guest's stay in their browser. Settings
 * are merged leaf by leaf over the stored ones, so that two devices lose nothing of each other; the caller's other devices
 * learn of it. No audit: own settings are no mutation in that sense.
 */
export const saveShellRecord = (ctx: SignedCtx, { settings, shortcuts }: ShellChange = {}): Promise<Account> =>
  transact(
    ctx,
    async ({ trx, actor, afterCommit }) => {
      await updateShellRecord(trx, actor.id, {
        settings: settings && mergeSettings(await lockSettings(trx, actor.id), settings),
        shortcuts,
      });
      afterCommit({ to: [actor.id], event: 'settings', payload: {} });
      return getAccount(trx, actor.id);
    },
    // Saving twice saves the same; the record holds more of a person than a stored answer should.
    { remember: false },
  );
