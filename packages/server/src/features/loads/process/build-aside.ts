import type { Ctx } from '../../../work/context.ts';
import { checkLeaf, countInterested, noteBlock, type CallsTarget } from './calls.queries.ts';
import { indexCalls } from './index-calls.ts';
import type { RunningLoad } from './load-row.queries.ts';
import type { LoadRun } from './perform-load.ts';
import { relayCalls } from './relay-calls.ts';
import { createPeopleLeaf, indexOrionIds, indexPeopleLeaf } from './people-leaf.queries.ts';
import { insertOtherPhones, insertPeople, insertPhones, type PeopleTarget } from './write-people.queries.ts';
import { aside, type Workbench } from './workbench.ts';

/**
 * Leaves of a large load, filled and indexed where nobody sees them, each kind by a connection of its own: neither needs what
 * the other writes, since all ids are given out already. finishLoad() attaches them; what it does not attach, the sweep drops.
 */

/** Answers how many of the calls are of persons who are interested already. */
export async function buildCallsAside(
  run: LoadRun,
  load: RunningLoad,
  bench: Workbench,
  calls: CallsTarget,
  block: number,
) {
  const { db } = run.ctx;
  await noteBlock(db, load, block);
  await relayCalls(run, bench, calls, block);
  await aside(db, (trx) => checkLeaf(trx, block));
  const free = Promise.resolve();
  const [interested] = await Promise.all([
    aside(db, (trx) => countInterested(trx, block, calls)),
    indexCalls(db, block, [free, free]),
  ]);
  return interested;
}

export async function buildPeopleAside(
  { db }: Ctx,
  bench: Workbench,
  people: PeopleTarget,
  block: number,
): Promise<void> {
  await aside(db, async (trx) => {
    await createPeopleLeaf(trx, block);
    await insertPeople(trx, bench, people);
    await insertPhones(trx, bench, people);
  });
  await aside(db, async (trx) => {
    await indexPeopleLeaf(trx, 'person', block);
    await indexOrionIds(trx, block);
    await indexPeopleLeaf(trx, 'person_phone', block);
    // They may name a pair again, which takes an index to find out.
    await insertOtherPhones(trx, bench, people);
  });
}
