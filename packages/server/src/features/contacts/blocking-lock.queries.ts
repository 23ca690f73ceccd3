import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

/** Any constant that no other advisory lock uses. One lock for all numbers: it is shared by everyone but a load's end. */
const KIND = 7263;

/**
 * Whoever changes what blocks a number (a person's flags, a wrong or an invalid mark) holds this until commit; they do not
 * wait for each other. Taken after the campaign's lock, where one is needed, and before any row.
 */
export async function lockBlockingShared(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${KIND}, 0)`.execute(trx);
}

/**
 * A load's last transaction takes this one for the instant in which it compares its new calls with `blocked_number` and
 * makes them visible. A flag is then either committed before, and read by that comparison, or begins afterwards, and finds
 * the new calls: no number slips through between the two. Read `blocked_number` in a LATER statement than this.
 */
export async function lockBlocking(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KIND}, 0)`.execute(trx);
}
