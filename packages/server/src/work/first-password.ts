import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from './context.ts';

/** Where the password of the first administrator stands, where it was not printed. */
export const firstPasswordFile = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'first-password.txt');

/** Removes it once nobody has to change a given password any more: it opens nothing then. Safe to repeat. */
export async function removeFirstPassword({ db, config, log }: Pick<Ctx, 'db' | 'config' | 'log'>): Promise<void> {
  const waiting = await db.selectFrom('appUser').select('id').where('mustChangePassword', '=', true).executeTakeFirst();
  if (waiting) return;
  // A password that was changed must not fail for a file.
  await rm(firstPasswordFile(config), { force: true }).catch((err: unknown) =>
    log.warn({ err }, 'the file of the first password could not be removed'),
  );
}
