import type { Ctx } from '../../../work/context.ts';
import type { Trx } from '../../../db/client.ts';
import { indexLeaf } from './calls.queries.ts';
import type { DirectLeaves } from './direct-leaves.queries.ts';
import { indexOrionIds, indexPeopleLeaf } from './people-leaf.queries.ts';
import { takeMemory } from './workbench.ts';

/**
 * The indexes of leaves that were filled while the file was read, each leaf by a connection of its own. Calls and numbers wait
 * for nothing; the rows are read for a while yet, by whoever looks for their persons, and cannot be locked before.
 */
export function indexDirect({ db }: Ctx, { callsBlock, peopleBlock }: DirectLeaves) {
  const aside = async (index: (trx: Trx) => Promise<unknown>) => {
    await db.transaction().execute(async (trx) => {
      await takeMemory(trx);
      await index(trx);
    });
  };
  const early = Promise.all([
    aside((trx) => indexLeaf(trx, callsBlock)),
    aside((trx) => indexPeopleLeaf(trx, 'person_phone', peopleBlock)),
  ]);
  // Told when all are waited for.
  early.catch(() => {});
  return {
    /** Ids of the phone dashboard, if there are any, must not come twice: they are left for the end. */
    whenRead: async ({ hasOrion }: { hasOrion: boolean }) => {
      const people = aside(async (trx) => {
        await indexPeopleLeaf(trx, 'person', peopleBlock);
        if (!hasOrion) await indexOrionIds(trx, peopleBlock);
      });
      await Promise.all([early, people]);
    },
    /** After a failure: nobody writes any more. */
    settled: () => Promise.allSettled([early]),
  };
}
