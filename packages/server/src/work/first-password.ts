import { hasRows } from '../db/index.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from './context.ts';

/** Where the initial administrator's password is written if it was not printed. */
export const firstPasswordFile = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'first-password.txt');

/** Removes it once no user has to change a given password. Idempotent. */
export async function removeFirstPassword({ db, config, log }: Pick<Ctx, 'db' | 'config' | 'log'>): Promise<void> {
  if (await hasRows(db)`select from app_user where must_change_password limit 1`) return;
  // Changing a password must not fail because of the file.
  await rm(firstPasswordFile(config), { force: true }).catch((err: unknown) =>
    log.warn({ err }, 'the file of the first password could not be removed'),
  );
}
