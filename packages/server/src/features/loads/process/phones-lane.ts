import type { ControlledTransaction } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { DB } from '../../../db/schema.gen.ts';
import { takeMemory, type Workbench } from './workbench.ts';
import { insertOtherPhones, insertPhones, type PeopleTarget } from './write-people.queries.ts';

/** The numbers of new persons, written by a transaction of their own that ends when it is told to. */
export interface PhonesLane {
  /** Everything is written, and nobody sees it yet. */
  ready: Promise<void>;
  commit(): Promise<void>;
  /** Takes everything back; nothing to do after a commit. */
  dispose(): Promise<void>;
}

/**
 * Row by row, persons and their numbers cost the most of a load and do not need each other: ids are given out. So they are written at the
 * same time, and committed one right after the other, numbers first. Should the second commit never come, the numbers of
 * persons who do not exist are left: every reader joins the person, so nobody sees them, and the next attempt or the sweep
 * removes them by the run of ids that the load has noted (discardPhones).
 */
export function openPhonesLane(db: Db, bench: Workbench, target: PeopleTarget): PhonesLane {
  let trx: ControlledTransaction<DB> | undefined;
  const write = async () => {
    trx = await db.startTransaction().execute();
    await takeMemory(trx);
    await insertPhones(trx, bench, target);
    await insertOtherPhones(trx, bench, target);
  };
  const ready = write();
  // Whoever waits for it hears of a failure; until then it must not count as unhandled.
  ready.catch(() => {});
  return {
    ready,
    async commit() {
      if (trx && !trx.isCommitted) await trx.commit().execute();
    },
    async dispose() {
      await ready.catch(() => {});
      if (trx && !trx.isCommitted && !trx.isRolledBack)
        await trx
          .rollback()
          .execute()
          .catch(() => {});
    },
  };
}
