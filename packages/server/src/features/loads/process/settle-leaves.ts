import type { Db, Trx } from '../../../db/client.ts';
import {
  adoptCalls,
  dropAdoptedPhones,
  dropRowsOfNobody,
  noteKnown,
  type DirectLeaves,
} from './direct-leaves.queries.ts';
import { listFillsOfNew } from './fill-blanks.queries.ts';
import type { Plan } from './finish-load.ts';
import { aside } from './workbench.ts';
import { insertOtherPhones } from './write-people.queries.ts';

/** What concerns leaves alone that nobody sees yet: while the calls are still being indexed, before others have to wait. */
export const settleRepeats = (db: Db, plan: Plan, leaves: DirectLeaves) =>
  aside(db, async (trx) => {
    const { bench, people } = plan;
    if (plan.hasRepeats) await listFillsOfNew(trx, bench, people);
    if (plan.hasSharedNumbers) await insertOtherPhones(trx, bench, people);
    if (plan.hasMatches) await noteKnown(trx, bench, leaves);
  });

/** Persons who turned out to be known: their calls are theirs, and what else the leaves have of them goes. Answers interested calls. */
export async function settleKnown(
  trx: Trx,
  { bench, hasMatches, hasNobodys }: Plan,
  leaves: DirectLeaves,
): Promise<number> {
  const interested = hasMatches ? await adoptCalls(trx, bench, leaves) : 0;
  if (hasMatches) await dropAdoptedPhones(trx, bench, leaves);
  if (hasNobodys) await dropRowsOfNobody(trx, bench, leaves);
  return interested;
}
