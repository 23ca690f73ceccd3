import type { Db } from '../../../db/client.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../../../demo/staff.ts';
import { inHashingSlot, isPasswordRight } from './passwords.ts';

/** Cached, because checking a hash is slow on purpose. */
const checked = new Map<string, Promise<boolean>>();
const isDemoPassword = (hash: string): Promise<boolean> => {
  const known = checked.get(hash) ?? inHashingSlot(() => isPasswordRight(hash, DEMO_PASSWORD));
  checked.set(hash, known);
  return known;
};

/** Whether any enabled demo user still has the published password. Reads the data: demo mode may be off by now. */
export async function doDemoSignInsWork(db: Db): Promise<boolean> {
  const users = await db
    .selectFrom('appUser')
    .select('passwordHash')
    .distinct()
    .where('email', 'in', DEMO_SIGN_INS)
    .where('disabled', '=', false)
    .execute();
  for (const { passwordHash } of users) if (passwordHash !== null && (await isDemoPassword(passwordHash))) return true;
  return false;
}
