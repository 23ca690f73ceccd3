import { type Db, type RawBuilder, sql, type Trx } from '../../db/index.ts';
import { BLOCK_SIZE } from '../range.ts';
import { insertCalls, insertPeople, insertPhones, insertRepeatedPhones, type RowTarget } from './insert-rows.ts';
import { takeBlock, takeSharedBlock, currentLoads, type RunningLoad } from './load-row.ts';
import { loadTransaction, type Staging } from './staging.ts';
import { takePersonIds } from './load-slots.ts';

/** Moves the staged persons, numbers or calls into the live tables. */
interface Writer {
  /** Before the last transaction: writes rows that are not visible yet. */
  prepare?(): Promise<void>;
  /** In the last transaction, before the locks that others wait for. */
  write?(trx: Trx): Promise<void>;
  /** In the last transaction, under those locks. */
  attach?(trx: Trx): Promise<void>;
}

type WriterContext = { db: Db; staging: Staging; target: RowTarget; rows: number };

export type Writing = { target: RowTarget; block: number; writers: Writer[] };

/** From `ownPartitionFrom` rows on people or calls get their own partition; otherwise they go into the shared ones. */
export async function chooseWriters(
  { db, clock }: { db: Db; clock: () => Date },
  load: RunningLoad,
  staging: Staging,
  { rows, newPeople, newCalls, hasKnown }: { rows: number; newPeople: number; newCalls: number; hasKnown: boolean },
  ownPartitionFrom: number,
): Promise<Writing> {
  const ownsPeople = newPeople >= ownPartitionFrom;
  // A campaign's calls stay in the block of its first load.
  const ownsCalls = load.block === null && newCalls >= ownPartitionFrom;
  const ownBlock = ownsPeople || ownsCalls ? await takeBlock(db, 'large') : 0;
  // Before the partitions are created: sweep_load_tables() finds their load by it.
  if (ownBlock > 0) await currentLoads.update(db, load, { block: ownBlock });
  const block = load.block ?? (ownsCalls ? ownBlock : await takeSharedBlock(db));
  const target: RowTarget = {
    firstPersonId: ownsPeople ? ownBlock * BLOCK_SIZE : await takePersonIds(db, rows),
    campaignId: load.campaignId,
    firstCallId: block * BLOCK_SIZE + load.nextPosition,
    external: load.external,
    hasKnown,
    inReserve: Boolean(load.hasSample),
    now: clock(),
  };
  const context = { db, staging, target, rows };
  const people = ownsPeople
    ? [personsIntoOwnPartition(context, ownBlock), phonesIntoOwnPartition(context, ownBlock)]
    : [personsIntoSharedPartition(context), phonesIntoSharedPartition(context)];
  const calls = ownsCalls
    ? callsIntoOwnPartition(context, ownBlock)
    : callsIntoSharedPartition(context, block, newCalls);
  return { target, block, writers: [...(newPeople > 0 ? people : []), ...(newCalls > 0 ? [calls] : [])] };
}

// A new partition is filled and indexed in one transaction and attached at the end: a third of the cost of inserting into an
// indexed table.
const personsIntoOwnPartition = ({ db, staging, target, rows }: WriterContext, block: number): Writer => ({
  prepare: () =>
    loadTransaction(db, rows, async (trx) => {
      await sql`select create_people_leaf('person', ${block}::int)`.execute(trx);
      await insertPeople(trx, staging, partition('person', block), target);
      await sql`select index_people_leaf('person', ${block}::int)`.execute(trx);
    }),
});

const phonesIntoOwnPartition = ({ db, staging, target, rows }: WriterContext, block: number): Writer => ({
  prepare: () =>
    loadTransaction(db, rows, async (trx) => {
      const phones = partition('person_phone', block);
      await sql`select create_people_leaf('person_phone', ${block}::int)`.execute(trx);
      await insertPhones(trx, staging, phones, target);
      await sql`select index_people_leaf('person_phone', ${block}::int)`.execute(trx);
      await insertRepeatedPhones(trx, staging, phones, target);
    }),
  // Together with the partition of their persons.
  attach: (trx) => attachWithRetry(trx, sql`select attach_people_leaf(${block}::int)`),
});

const callsIntoOwnPartition = ({ db, staging, target, rows }: WriterContext, block: number): Writer => ({
  prepare: () =>
    loadTransaction(db, rows, async (trx) => {
      await sql`select create_call_leaf(${block}::int, ${block}::int)`.execute(trx);
      await insertCalls(trx, staging, partition('call', block), target);
      await sql`select index_call_leaf(${block}::int)`.execute(trx);
    }),
  attach: (trx) => attachWithRetry(trx, sql`select attach_call_leaf(${block}::int, ${block}::int)`),
});

const partition = (parent: string, block: number): RawBuilder<unknown> => sql.raw(`${parent}_b${Math.trunc(block)}`);

const personsIntoSharedPartition = ({ staging, target }: WriterContext): Writer => ({
  write: async (trx) => void (await insertPeople(trx, staging, sql.raw('person'), target)),
});

const phonesIntoSharedPartition = ({ staging, target }: WriterContext): Writer => ({
  async write(trx) {
    const phones = sql.raw('person_phone');
    // In primary key order: better locality of the index inserts.
    await insertPhones(trx, staging, phones, target, sql`order by row.number`);
    await insertRepeatedPhones(trx, staging, phones, target);
  },
});

/** Fewer new calls hardly change the statistics. */
const ANALYZE_FROM = 1_000;

const callsIntoSharedPartition = ({ staging, target }: WriterContext, block: number, calls: number): Writer => ({
  async write(trx) {
    await insertCalls(trx, staging, sql.raw('call'), target);
    // In the same transaction: the statistics are current when the calls become visible.
    if (calls >= ANALYZE_FROM) await sql`select analyze_call_leaf(${block}::int)`.execute(trx);
  },
});

const ATTEMPTS = 10;
const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/** Retries on a lock timeout; the savepoint keeps the transaction's work. */
async function attachWithRetry(trx: Trx, attach: RawBuilder<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint attaching`.execute(trx);
    try {
      await attach.execute(trx);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error;
      await sql`rollback to savepoint attaching`.execute(trx);
    }
  }
}
