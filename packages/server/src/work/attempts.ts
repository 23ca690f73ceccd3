import { sql, type Updateable } from 'kysely';
import type { Db, RowOf, Trx } from '../db/client.ts';
import type { DB } from '../db/schema.gen.ts';

/** Tables whose rows a background job works on in attempts. Each attempt starts over; only the newest may change the row. */
type WorkTable = 'audienceLoad' | 'blockListLoad' | 'exportJob';
export type WorkRow<T extends WorkTable> = RowOf<T>;

export interface Attempt<Id = number> {
  id: Id;
  attempt: number;
}

/** The attempt was cancelled or another one took over: it must not change anything. */
export class AttemptOver extends Error {}

const isOpen = sql<boolean>`status in ('PENDING', 'RUNNING')`;
/** Without an attempt number: any attempt. */
const isCurrent = ({ id, attempt }: { id: unknown; attempt?: number }) =>
  sql<boolean>`id = ${id} and attempt = ${attempt ?? sql.ref('attempt')} and ${isOpen}`;

/** `first`: column values with which each attempt starts. */
export function attemptsOf<T extends WorkTable>(name: T, first: Updateable<DB[T]>) {
  type Id = T extends 'exportJob' ? string : number;
  // The tables share the columns used here.
  const table = name as 'exportJob';
  return {
    /** Number of the next attempt, which supersedes one that still runs; null if the work has ended. */
    async begin(trx: Trx, id: Id): Promise<number | null> {
      const row = await trx
        .updateTable(table)
        .set({ ...(first as object), status: 'RUNNING', progress: 0, attempt: sql`attempt + 1` })
        .where(isCurrent({ id }))
        .returning('attempt')
        .executeTakeFirst();
      return row?.attempt ?? null;
    },
    /** Undefined if the work has ended or another attempt took over. */
    find: (db: Db | Trx, attempt: Attempt<Id>) =>
      db.selectFrom(table).selectAll().where(isCurrent(attempt)).executeTakeFirst() as Promise<WorkRow<T> | undefined>,
    /** False if the work has ended or another attempt took over. */
    async update(db: Db | Trx, attempt: { id: Id; attempt?: number }, values: Updateable<DB[T]>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set(values as object)
        .where(isCurrent(attempt))
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },
    listOpen: (db: Db) =>
      db.selectFrom(table).selectAll().where(isOpen).orderBy('createdAt').execute() as unknown as Promise<WorkRow<T>[]>,
  };
}

const SAVE_EVERY_MS = 1_000;

/** The same update tells whether the attempt still owns its work. The returned function waits for the last save. */
export function saveRegularly(save: () => Promise<boolean>, onOver: () => void): () => Promise<void> {
  let isStopped = false;
  let saving: Promise<void> = Promise.resolve();
  const saveOnce = async () => {
    if (isStopped) return;
    // Ignore errors: the attempt's own statements will fail if the database stays down.
    const isOwned = await save().catch(() => true);
    if (!isOwned && !isStopped) onOver();
  };
  const timer = setInterval(() => (saving = saving.then(saveOnce)), SAVE_EVERY_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
    return saving;
  };
}
