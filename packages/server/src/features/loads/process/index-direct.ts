import type { Ctx } from '../../../work/context.ts';
import { indexLeaf } from './calls.queries.ts';
import type { DirectLeaves } from './direct-leaves.queries.ts';
import { indexDirectRows, indexOrionIds, indexPeopleLeaf } from './people-leaf.queries.ts';
import { aside } from './workbench.ts';

/**
 * The indexes of leaves that were filled while the file was read, by two connections. They wait for nothing, except what would
 * lock the rows: those are read for a while yet, by whoever looks for their persons. Ids of the phone dashboard, if there are
 * any, must not come twice, and are left for the end.
 */
export function indexDirect(
  { db }: Ctx,
  { callsBlock, peopleBlock }: DirectLeaves,
  { hasOrion }: { hasOrion: boolean },
) {
  const calls = aside(db, (trx) => indexLeaf(trx, callsBlock));
  const people = aside(db, async (trx) => {
    await indexPeopleLeaf(trx, 'person_phone', peopleBlock);
    await indexDirectRows(trx, peopleBlock);
    if (!hasOrion) await indexOrionIds(trx, peopleBlock);
  });
  // Told when they are waited for.
  for (const lane of [calls, people]) lane.catch(() => {});
  return {
    whenRead: async () => {
      await people;
      await Promise.all([calls, aside(db, (trx) => indexPeopleLeaf(trx, 'person', peopleBlock))]);
    },
    /** After a failure: nobody writes any more. */
    settled: () => Promise.allSettled([calls, people]),
  };
}
