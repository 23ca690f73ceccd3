import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Trx } from '../../db/client.ts';
import { withClient } from '../../db/own-client.ts';
import type { RunningLoad } from './load-row.ts';
import { stagingOf, tableName } from './staging.ts';

/**
 * Two loads that look for the same person at once would both find nobody, and add that person twice. So loads take turns, in two
 * lanes. A large load has the turn of its lane from its first look at people until they are visible. A small one passes it by if
 * no number, person or contact of its rows is among the rows of the large one: then neither can find what the other adds. If
 * some row is shared, it waits in the lane of the large ones.
 */
type Lane = 'small' | 'large';

/** Any constant that no other advisory lock uses. */
const LOCK_KIND = 7267;
const IDS = 3;
/** `turn` is held by a session, over several transactions; `writing` by the transaction that adds people. */
const KEYS: Record<Lane, { turn: number; writing: number }> = {
  large: { turn: 1, writing: 2 },
  small: { turn: 4, writing: 5 },
};

async function lockSlot(client: pg.ClientBase, lane: Lane): Promise<void> {
  const { turn, writing } = KEYS[lane];
  await client.query('select pg_advisory_lock($1, $2)', [LOCK_KIND, turn]);
  await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_KIND, writing]);
}
const unlockSlot = (client: pg.ClientBase, lane: Lane) =>
  client.query('select pg_advisory_unlock($1, $2)', [LOCK_KIND, KEYS[lane].turn]);

/**
 * Waits for the turn and answers its lane. A large load also waits until the small one under way has ended, and holds up the
 * next small one until it is written down as writing: from then on small loads compare their rows with its own.
 */
async function takeSlot(client: pg.ClientBase, db: Db, load: RunningLoad, isSmall: boolean): Promise<Lane> {
  if (isSmall) {
    await notePhase(db, load, 'WAITING', 'small');
    await lockSlot(client, 'small');
    if (!(await sharesRowsWithWriter(db, load))) {
      await notePhase(db, load, 'WRITING', 'small');
      return 'small';
    }
    await unlockSlot(client, 'small');
  }
  await notePhase(db, load, 'WAITING', 'large');
  await lockSlot(client, 'large');
  await lockSlot(client, 'small');
  await notePhase(db, load, 'WRITING', 'large');
  await unlockSlot(client, 'small');
  return 'large';
}

export interface LoadSlot {
  lane: Lane;
  /** The database's process that holds it. */
  holder: number;
}

interface SlotTaker {
  databaseUrl: string;
  abort: AbortController;
  ctx: { db: Db };
  load: RunningLoad;
}

/**
 * Waits for the turn and does the work in it. If the connection that holds the turn breaks, the next load may begin: this one
 * fails at once, and its job tries again.
 */
export const exclusively = <T>(taker: SlotTaker, isSmall: boolean, work: (turn: LoadSlot) => Promise<T>): Promise<T> =>
  withClient(taker, async (client) => {
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
    });
    lost.catch(() => {});
    const lane = await takeSlot(client, taker.ctx.db, taker.load, isSmall);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const result = await Promise.race([work({ lane, holder: rows[0]!.pid }), lost]);
    await unlockSlot(client, lane);
    return result;
  });

/**
 * By the transaction that adds people, before it does. From here to its end the next load waits for this lock, even if the turn is
 * lost meanwhile; that it was not lost before is looked up here.
 */
export async function lockPeople(trx: Trx, { lane, holder }: LoadSlot): Promise<void> {
  const { turn, writing } = KEYS[lane];
  await sql`select pg_advisory_xact_lock(${LOCK_KIND}, ${writing})`.execute(trx);
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and classid = ${LOCK_KIND} and objid = ${turn} and pid = ${holder} and granted`.execute(
    trx,
  );
  if (rows.length === 0) throw new Error('the load has lost its turn');
}

const notePhase = (db: Db, { id, attempt }: RunningLoad, phase: 'WAITING' | 'WRITING', lane: Lane) =>
  db
    .updateTable('audienceLoad')
    .set({ phase, lane })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .execute();

/** A large load that was interrupted counts until its next attempt: that only makes a small one wait. */
async function sharesRowsWithWriter(db: Db, load: RunningLoad): Promise<boolean> {
  const writers = await db
    .selectFrom('audienceLoad')
    .select(['id', 'attempt'])
    .where('status', '=', 'RUNNING')
    .where('phase', '=', 'WRITING')
    .where('lane', '=', 'large')
    .where('id', '<>', load.id)
    .where((eb) => sql<boolean>`to_regclass('load_row_' || ${eb.ref('id')} || '_' || ${eb.ref('attempt')}) is not null`)
    .execute();
  const own = stagingOf(load).rows;
  for (const writer of writers) {
    const theirs = sql.raw(tableName('row', writer));
    // One look at each key: with "or" between them every pair of rows would be compared.
    for (const key of ['number', 'identity', 'orion_id']) {
      const column = sql.raw(key);
      const { rows } = await sql<{ isShared: boolean }>`
        select exists (select from ${theirs} theirs join ${own} own on own.${column} = theirs.${column}) as "isShared"`.execute(
        db,
      );
      if (rows[0]!.isShared) return true;
    }
  }
  return false;
}

/** A run of person ids in the shared leaf: two loads may ask at once, and reading and raising the sequence are two steps. */
export const takePersonIds = (db: Db, count: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KIND}, ${IDS})`.execute(trx);
    const { rows } = await sql<{ first: number }>`
      select setval('person_id_seq', nextval('person_id_seq') + ${count}) - ${count} as first`.execute(trx);
    return rows[0]!.first;
  });
