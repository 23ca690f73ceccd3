import type { Ctx } from '../../../work/context.ts';
import { checkLeaf } from './calls.queries.ts';
import { completePeopleLeaf, type DirectLeaves } from './direct-leaves.queries.ts';
import { allEnded, indexCalls } from './index-calls.ts';
import { indexOrionIds, indexPeopleLeaf } from './people-leaf.queries.ts';
import { aside } from './workbench.ts';

/**
 * Checks and indexes of leaves that were filled while the file was read, by two connections: numbers and persons first, who
 * are looked for as soon as theirs are there, then those of calls, one by one.
 */
export function indexDirect({ db }: Ctx, leaves: DirectLeaves) {
  const { callsBlock, peopleBlock, hasContacts } = leaves;
  const numbers = aside(db, async (trx) => {
    await completePeopleLeaf(trx, 'person_phone', leaves);
    await indexPeopleLeaf(trx, 'person_phone', peopleBlock);
  });
  const persons = aside(db, async (trx) => {
    await completePeopleLeaf(trx, 'person', leaves);
    await indexPeopleLeaf(trx, 'person', peopleBlock);
    if (hasContacts) await indexOrionIds(trx, peopleBlock);
  });
  const people = allEnded([numbers, persons]);
  // They bear no index being built beside them, so the connection that is free first does them alone.
  const checked = numbers.then(() => aside(db, (trx) => checkLeaf(trx, callsBlock)));
  const calls = indexCalls(db, callsBlock, [checked, allEnded([persons, checked])]);
  // Told when they are waited for.
  for (const lane of [calls, people, checked]) lane.catch(() => {});
  return { calls, people };
}
