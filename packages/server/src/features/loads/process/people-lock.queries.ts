import { sql } from 'kysely';
import type pg from 'pg';
import type { Trx } from '../../../db/client.ts';

/** Any constant that no other advisory lock uses. */
const KIND = 7267;
const TURN = 1;
const WRITING = 2;

/**
 * One load at a time looks for its people and adds those it does not find: two at once would both find nobody. A turn lasts
 * over several transactions and two connections, hence a lock of the session; should that connection break, the lock of the
 * writing transaction itself still keeps the next one waiting until it is over.
 */
export async function waitForTurn(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [KIND, TURN]);
  await client.query('select pg_advisory_xact_lock($1, $2)', [KIND, WRITING]);
}

export const endTurn = (client: pg.ClientBase) => client.query('select pg_advisory_unlock($1, $2)', [KIND, TURN]);

/** By the transaction that adds them, before it does. */
export const lockPeople = (trx: Trx) => sql`select pg_advisory_xact_lock(${KIND}, ${WRITING})`.execute(trx);
