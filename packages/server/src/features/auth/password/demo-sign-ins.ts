import type { Db } from '../../../db/client.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../../../db/seed/demo/staff.ts';
import { inHashingSlot, isPasswordRight } from './passwords.ts';

/** Checking a hash is slow on purpose, and the answer for it never changes. */
const checked = new Map<string, Promise<boolean>>();
const isPublished = (hash: string): Promise<boolean> => {
  const known = checked.get(hash) ?? inHashingSlot(() => isPasswordRight(hash, DEMO_PASSWORD));
  checked.set(hash, known);
  return known;
};

/** Whether somebody can sign in with the published password: by the data, whatever the settings say now. */
export async function doDemoSignInsWork(db: Db): Promise<boolean> {
  const users = await db
    .selectFrom('appUser')
    .select('passwordHash')
    .distinct()
    .where('email', 'in', DEMO_SIGN_INS)
    .where('disabled', '=', false)
    .execute();
  for (const { passwordHash } of users) if (passwordHash !== null && (await isPublished(passwordHash))) return true;
  return false;
}
