import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../../db/client.ts';

const TRIES = 10;
const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/** A busy moment of the parent is met by trying again, without losing what this transaction has done so far. */
export async function attachWhenFree(trx: Trx, attach: RawBuilder<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint attaching`.execute(trx);
    try {
      await attach.execute(trx);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries === TRIES) throw error;
      await sql`rollback to savepoint attaching`.execute(trx);
    }
  }
}
