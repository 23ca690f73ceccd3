import type { Ctx } from '../../../work/context.ts';
import { indexLeaf } from './calls.queries.ts';
import type { DirectLeaves } from './direct-leaves.queries.ts';
import { indexOrionIds, indexPeopleLeaf } from './people-leaf.queries.ts';
import { aside } from './workbench.ts';

/**
 * Checks and indexes of leaves that were filled while the file was read, by two connections. Persons are looked for as soon as
 * theirs are there; about as long as that and what follows from it, the calls take.
 */
export function indexDirect({ db }: Ctx, { callsBlock, peopleBlock, hasContacts }: DirectLeaves) {
  const calls = aside(db, (trx) => indexLeaf(trx, callsBlock));
  const people = aside(db, async (trx) => {
    await indexPeopleLeaf(trx, 'person_phone', peopleBlock);
    await indexPeopleLeaf(trx, 'person', peopleBlock);
    if (hasContacts) await indexOrionIds(trx, peopleBlock);
  });
  // Told when they are waited for.
  for (const lane of [calls, people]) lane.catch(() => {});
  return { calls, people };
}
