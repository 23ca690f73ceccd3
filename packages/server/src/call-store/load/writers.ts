import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { BLOCK_SIZE } from '../range.ts';
import { insertCalls, insertPeople, insertPhones, insertRepeatedPhones, type RowTarget } from './insert-rows.ts';
import { noteBlock, takeBlock, takeSharedBlock, type RunningLoad } from './load-row.ts';
import { loadTransaction, type Staging } from './staging.ts';
import { takePersonIds } from './load-slots.ts';

/** Puts the staged persons, their numbers, or the calls into the tables that everybody reads. */
interface Writer {
  /** Before the load's last transaction: writes what others cannot see yet. */
  prepare(): Promise<void>;
  /** In the last transaction, before it takes the locks for which others wait. */
  write(trx: Trx): Promise<void>;
  /** In the last transaction, under those locks. */
  attach(trx: Trx): Promise<void>;
}

interface WriterContext {
  db: Db;
  staging: Staging;
  target: RowTarget;
  /** Valid rows. */
  rows: number;
}

export interface Writing {
  target: RowTarget;
  /** Of the campaign's calls. */
  block: number;
  /** For persons, their numbers and calls, as far as there are new ones. */
  writers: Writer[];
}

interface Amounts {
  /** Valid rows. */
  rows: number;
  newPeople: number;
  newCalls: number;
  /** Some persons were known before. */
  hasKnown: boolean;
}

/** Chooses once where people and calls go: into leaves of this load if they are at least `ownLeafFrom`, else into what is there. */
export async function chooseWriters(
  { db, clock }: { db: Db; clock: () => Date },
  load: RunningLoad,
  staging: Staging,
  { rows, newPeople, newCalls, hasKnown }: Amounts,
  ownLeafFrom: number,
): Promise<Writing> {
  const hasPeopleLeaf = newPeople >= ownLeafFrom;
  // A campaign's calls stay in the block of its first load.
  const hasCallsLeaf = load.block === null && newCalls >= ownLeafFrom;
  const ownBlock = hasPeopleLeaf || hasCallsLeaf ? await takeBlock(db, 'large') : 0;
  if (ownBlock > 0) await noteBlock(db, load, ownBlock);
  const block = load.block ?? (hasCallsLeaf ? ownBlock : await takeSharedBlock(db));
  const target: RowTarget = {
    firstPersonId: hasPeopleLeaf ? ownBlock * BLOCK_SIZE : await takePersonIds(db, rows),
    campaignId: load.campaignId,
    firstCallId: block * BLOCK_SIZE + load.nextPosition,
    external: load.external,
    hasKnown,
    now: clock(),
  };
  const context = { db, staging, target, rows };
  const people = hasPeopleLeaf
    ? [personsIntoOwnLeaf(context, ownBlock), phonesIntoOwnLeaf(context, ownBlock)]
    : [personsIntoSharedLeaf(context), phonesIntoSharedLeaf(context)];
  const calls = hasCallsLeaf ? callsIntoOwnLeaf(context, ownBlock) : callsIntoSharedLeaf(context, block, newCalls);
  return { target, block, writers: [...(newPeople > 0 ? people : []), ...(newCalls > 0 ? [calls] : [])] };
}

const nothing = () => Promise.resolve();

/**
 * Into leaves of this load alone (0008_leaves.sql): filled and indexed in one transaction, so that no page is written twice, and
 * attached at the end. One million rows that way cost a third of what they cost in a table with indexes.
 */
const personsIntoOwnLeaf = ({ db, staging, target, rows }: WriterContext, block: number): Writer => ({
  prepare: () =>
    loadTransaction(db, rows, async (trx) => {
      await sql`select create_people_leaf('person', ${block}::int)`.execute(trx);
      await insertPeople(trx, staging, leaf('person', block), target);
      await sql`select index_people_leaf('person', ${block}::int)`.execute(trx);
    }),
  write: nothing,
  attach: nothing,
});

const phonesIntoOwnLeaf = ({ db, staging, target, rows }: WriterContext, block: number): Writer => ({
  prepare: () =>
    loadTransaction(db, rows, async (trx) => {
      const phones = leaf('person_phone', block);
      await sql`select create_people_leaf('person_phone', ${block}::int)`.execute(trx);
      await insertPhones(trx, staging, phones, target);
      await sql`select index_people_leaf('person_phone', ${block}::int)`.execute(trx);
      await insertRepeatedPhones(trx, staging, phones, target);
    }),
  write: nothing,
  // With the leaf of their persons: nobody sees one without the other.
  attach: (trx) => attachWhenFree(trx, sql`select attach_people_leaf(${block}::int)`),
});

const callsIntoOwnLeaf = ({ db, staging, target, rows }: WriterContext, block: number): Writer => ({
  prepare: () =>
    loadTransaction(db, rows, async (trx) => {
      await sql`select create_call_leaf(${block}::int, ${block}::int)`.execute(trx);
      await insertCalls(trx, staging, leaf('call', block), target);
      await sql`select index_call_leaf(${block}::int)`.execute(trx);
    }),
  write: nothing,
  attach: (trx) => attachWhenFree(trx, sql`select attach_call_leaf(${block}::int, ${block}::int)`),
});

const leaf = (parent: string, block: number): RawBuilder<unknown> => sql.raw(`${parent}_b${Math.trunc(block)}`);

/** Into the leaves that are there, row by row. */
const personsIntoSharedLeaf = ({ staging, target }: WriterContext): Writer => ({
  prepare: nothing,
  write: async (trx) => void (await insertPeople(trx, staging, sql.raw('person'), target)),
  attach: nothing,
});

const phonesIntoSharedLeaf = ({ staging, target }: WriterContext): Writer => ({
  prepare: nothing,
  async write(trx) {
    const phones = sql.raw('person_phone');
    // In the order of the primary key, which has to take them one by one.
    await insertPhones(trx, staging, phones, target, sql`order by row.number`);
    await insertRepeatedPhones(trx, staging, phones, target);
  },
  attach: nothing,
});

/** Fewer new calls make no difference to the planner worth reading a part of the leaf for. */
const ANALYZE_FROM = 1_000;

const callsIntoSharedLeaf = ({ staging, target }: WriterContext, block: number, calls: number): Writer => ({
  prepare: nothing,
  async write(trx) {
    await insertCalls(trx, staging, sql.raw('call'), target);
    // In the same transaction: the planner knows of the calls before anybody can ask for them.
    if (calls >= ANALYZE_FROM) await sql`select analyze_call_leaf(${block}::int)`.execute(trx);
  },
  attach: nothing,
});

const TRIES = 10;
const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/** At a busy moment of the parent table it tries again, without losing what this transaction has done so far. */
async function attachWhenFree(trx: Trx, attach: RawBuilder<unknown>): Promise<void> {
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
