import { type Db, hasRows, selectRows, selectValue, sql, type Trx } from '../../db/index.ts';
import type pg from 'pg';
import { withClient } from '../../db/dedicated-client.ts';
import type { Attempt } from '../../work/attempts.ts';
import { currentLoads, type RunningLoad } from './load-row.ts';
import { stagingOf, tableName } from './staging.ts';

// Two loads that look for the same new person at once would both insert it, so loads run one at a time, in two lanes. A small
// one runs beside a large one if they share no number, identity or contact; otherwise it waits in the large lane.
type Lane = 'small' | 'large';

/** Arbitrary, but no other advisory lock may use it. */
const LOCK_KIND = 7267;
const PERSON_IDS = 3;
/** `slot` is a session lock over several transactions; `writing` is held by the transaction that adds people. */
const KEYS: Record<Lane, { slot: number; writing: number }> = {
  large: { slot: 1, writing: 2 },
  small: { slot: 4, writing: 5 },
};

async function lockSlot(client: pg.ClientBase, lane: Lane): Promise<void> {
  const { slot, writing } = KEYS[lane];
  await client.query('select pg_advisory_lock($1, $2)', [LOCK_KIND, slot]);
  await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_KIND, writing]);
}
const unlockSlot = (client: pg.ClientBase, lane: Lane) =>
  client.query('select pg_advisory_unlock($1, $2)', [LOCK_KIND, KEYS[lane].slot]);

// A large load also waits for the running small one, and blocks the next until its own phase is stored as WRITING: then small
// ones compare their rows with it.
async function takeSlot(client: pg.ClientBase, db: Db, load: RunningLoad, isSmall: boolean): Promise<Lane> {
  if (isSmall) {
    await currentLoads.update(db, load, { phase: 'WAITING', lane: 'small' });
    await lockSlot(client, 'small');
    if (!(await sharesRowsWithWriter(db, load))) {
      await currentLoads.update(db, load, { phase: 'WRITING', lane: 'small' });
      return 'small';
    }
    await unlockSlot(client, 'small');
  }
  await currentLoads.update(db, load, { phase: 'WAITING', lane: 'large' });
  await lockSlot(client, 'large');
  await lockSlot(client, 'small');
  await currentLoads.update(db, load, { phase: 'WRITING', lane: 'large' });
  await unlockSlot(client, 'small');
  return 'large';
}

export type LoadSlot = { lane: Lane; holder: number };

type SlotRequest = { databaseUrl: string; abort: AbortController; ctx: { db: Db }; load: RunningLoad };

/** Fails at once if the connection that holds the slot breaks, because the next load may start then; the job retries. */
export const withLoadSlot = <T>(request: SlotRequest, isSmall: boolean, work: (slot: LoadSlot) => Promise<T>) =>
  withClient(request, async (client) => {
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
    });
    lost.catch(() => {});
    const lane = await takeSlot(client, request.ctx.db, request.load, isSmall);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const result = await Promise.race([work({ lane, holder: rows[0]!.pid }), lost]);
    await unlockSlot(client, lane);
    return result;
  });

/** The next load waits for this lock even if the slot is lost later; here we check that it was not lost before. */
export async function lockPeople(trx: Trx, { lane, holder }: LoadSlot): Promise<void> {
  const { slot, writing } = KEYS[lane];
  await sql`select pg_advisory_xact_lock(${LOCK_KIND}, ${writing})`.execute(trx);
  const holdsSlot = await hasRows(trx)`
    select from pg_locks where locktype = 'advisory' and classid = ${LOCK_KIND} and objid = ${slot} and pid = ${holder} and granted`;
  if (!holdsSlot) throw new Error('the load has lost its slot');
}

/** An interrupted large load counts until its next attempt; that only makes small ones wait. */
async function sharesRowsWithWriter(db: Db, load: RunningLoad): Promise<boolean> {
  const writers = await selectRows<Attempt>(db)`
    select id, attempt from audience_load
    where status = 'RUNNING' and phase = 'WRITING' and lane = 'large' and id <> ${load.id}
      and to_regclass('load_row_' || id || '_' || attempt) is not null`;
  const own = stagingOf(load).rows;
  for (const writer of writers) {
    const theirs = sql.raw(tableName('row', writer));
    // One statement per key: with `or` every pair of rows would be compared.
    for (const key of ['number', 'identity', 'orion_id']) {
      const column = sql.raw(key);
      const isShared = await hasRows(db)`
        select from ${theirs} theirs join ${own} own on own.${column} = theirs.${column} limit 1`;
      if (isShared) return true;
    }
  }
  return false;
}

/** A range of person ids in the shared partition. Locked: reading and advancing the sequence are two steps. */
export const takePersonIds = (db: Db, count: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KIND}, ${PERSON_IDS})`.execute(trx);
    return selectValue<number>(trx)`
      select setval('person_id_seq', nextval('person_id_seq') + ${count}) - ${count} as first`;
  });
