import { type Db, selectColumn } from '../../../db/index.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../../../demo/staff.ts';
import { inHashingSlot, isPasswordCorrect } from './passwords.ts';

/** Cached, because checking a hash is slow on purpose. */
const checked = new Map<string, Promise<boolean>>();
const isDemoPassword = (hash: string): Promise<boolean> => {
  const known = checked.get(hash) ?? inHashingSlot(() => isPasswordCorrect(hash, DEMO_PASSWORD));
  checked.set(hash, known);
  return known;
};

/** Whether any enabled demo user still has the published password. Reads the data: demo mode may be off by now. */
export async function areDemoSignInsValid(db: Db): Promise<boolean> {
  const hashes = await selectColumn<string>(db)`
    select distinct password_hash from app_user
    where email = any(${[...DEMO_SIGN_INS]}::text[]) and not disabled and password_hash is not null`;
  for (const hash of hashes) if (await isDemoPassword(hash)) return true;
  return false;
}
