import type { Actor, Ctx } from '../../../work/context.ts';
import { notify } from '../../../work/notify.ts';
import { transact, type Work } from '../../../work/transact.ts';
import { moveCounters } from '../../../call-store/counters.ts';
import { lockStage, moveStatus } from '../../campaigns/change-status.ts';
import { lockBlocking } from '../../../call-store/locks.ts';
import {
  analyzeLeaf,
  attachLeaf,
  countInterested,
  insertCalls,
  markBlocked,
  type CallsTarget,
} from './calls.queries.ts';
import type { DirectLeaves } from './direct-leaves.queries.ts';
import { fillBlanks, listFills, listFillsOfNew } from './fill-blanks.queries.ts';
import { LoadOver } from './load-failure.ts';
import { lockRunningLoad, raisePosition, type RunningLoad } from './load-row.queries.ts';
import { attachPeopleLeaf } from './people-leaf.queries.ts';
import { lockPeople } from './people-lock.queries.ts';
import type { PhonesLane } from './phones-lane.ts';
import { settleKnown } from './settle-leaves.ts';
import type { Fates } from './verdicts.queries.ts';
import { takeMemory, type Workbench } from './workbench.ts';
import { insertKnownPhones, insertPeople, type PeopleTarget } from './write-people.queries.ts';

type AnyWork = Work<Actor | null>;

/** What is settled before the last transaction begins. */
export interface Plan {
  load: RunningLoad;
  bench: Workbench;
  calls: CallsTarget;
  people: PeopleTarget;
  /** Persons, numbers and calls are written and indexed already, in leaves of their own. */
  direct: DirectLeaves | undefined;
  /** Building aside. Undefined: the persons, if any, go into the leaf that is there, and their numbers by the lane. */
  peopleLeaf: Promise<void> | undefined;
  phones: PhonesLane | undefined;
  block: number;
  /** Building aside: resolves to its interested calls. Undefined: the calls go into a leaf that is there. */
  leaf: Promise<number> | undefined;
  fates: Fates;
  read: number;
  rejected: number;
  valid: number;
  /** New calls. */
  loaded: number;
  hasMatches: boolean;
  /** The first row of some known person tells something new of him; of some, it brings a new number. */
  tellsNew: boolean;
  bringsNumbers: boolean;
  /** Some person came more than once in the file. */
  hasRepeats: boolean;
  /** Some number came more than once in the file. */
  hasSharedNumbers: boolean;
  /** Some person of the file makes no new one. */
  hasNobodys: boolean;
  /** More blanks of known persons than this are not filled in the same breath. */
  fillAtOnce: number;
  /** When the verdicts were reached. */
  judgedAt: Date;
}

/**
 * The load's last transaction: persons, their numbers, the calls, counters, status and report become visible together or not
 * at all. New rows are nobody's business until then, so they are written first; the locks that others wait for (campaign,
 * blocking) are taken for the end alone. Collisions and lost claims roll it back; the workbench is still there to try again.
 */
export const finishLoad = (ctx: Ctx, plan: Plan, onLocked: () => void) =>
  transact(
    ctx,
    async (work) => {
      const { trx } = work;
      const { load, bench, calls, people } = plan;
      await takeMemory(trx);
      await lockPeople(trx);
      const areFew = plan.hasMatches ? await meetKnown(work, plan) : true;
      const interested = plan.direct ? await settleKnown(trx, plan, plan.direct) : await placeRows(work, plan);
      await plan.phones?.ready;

      const stage = await lockStage(trx, load.campaignId);
      onLocked();
      if (!(await lockRunningLoad(trx, load))) throw new LoadOver();
      await lockBlocking(trx);
      if (people.block !== null) await attachPeopleLeaf(trx, people.block);
      if (plan.leaf || plan.direct) await attachLeaf(trx, plan.block);
      if (plan.loaded > 0) await raisePosition(trx, load.campaignId, plan.block, plan.loaded);
      const blocked = await markBlocked(trx, { ...calls, since: plan.judgedAt });
      if (areFew) await fillBlanks(trx, bench, { from: 0, to: Number.MAX_SAFE_INTEGER }, people);
      await count(work, plan, { blocked, interested });
      // It has taken its time since the transaction began.
      const end = { ...work, now: ctx.clock() };
      await moveStatus(end, stage, ['loaded']);
      await report(end, plan);
      // Nothing may fail from here on but the commit itself.
      await ctx.fence?.(trx);
      await plan.phones?.commit();
    },
    { statementTimeoutMs: 0 },
  );

/** What the load adds to persons who were there before; false: too much of it to be filled in at once. */
async function meetKnown({ trx }: AnyWork, plan: Plan): Promise<boolean> {
  const { bench, people, load, fillAtOnce } = plan;
  if (plan.bringsNumbers || plan.hasRepeats) await insertKnownPhones(trx, bench, people, plan);
  const fills = plan.tellsNew || plan.hasRepeats ? await listFills(trx, bench, load, plan) : 0;
  await bench.analyze(trx, 'fill');
  return fills <= fillAtOnce;
}

async function placeRows(work: AnyWork, plan: Plan): Promise<number> {
  await placePeople(work, plan);
  return placeCalls(work, plan);
}

async function placePeople({ trx }: AnyWork, { bench, people, ...plan }: Plan): Promise<void> {
  if (plan.peopleLeaf) await plan.peopleLeaf;
  else if (plan.phones) await insertPeople(trx, bench, people);
  else return;
  if (plan.hasRepeats) await listFillsOfNew(trx, bench, people);
}

/** Fewer new calls make no difference worth reading a part of the leaf for. */
const ANALYZE_FROM = 1_000;

async function placeCalls({ trx }: AnyWork, plan: Plan): Promise<number> {
  if (plan.leaf) return plan.leaf;
  if (plan.loaded === 0) return 0;
  await insertCalls(trx, plan.bench, plan.calls);
  if (plan.loaded >= ANALYZE_FROM) await analyzeLeaf(trx, plan.block);
  return plan.hasMatches ? countInterested(trx, null, plan.calls) : 0;
}

/** New calls are Pendiente (1) and nobody's (0). */
const count = ({ trx }: AnyWork, plan: Plan, { blocked, interested }: { blocked: number; interested: number }) => {
  const at = { campaignId: plan.load.campaignId, operatorId: 0 };
  return moveCounters(trx, {
    totals: plan.loaded > 0 ? [{ ...at, stateId: 1, delta: plan.loaded }] : [],
    figures: [
      { ...at, figure: 'free' as const, delta: plan.loaded - blocked },
      { ...at, figure: 'interested' as const, delta: interested },
    ].filter(({ delta }) => delta !== 0),
  });
};

async function report(work: AnyWork, plan: Plan): Promise<void> {
  const { load, fates } = plan;
  const { id, campaignId, createdBy } = load;
  const skipped = fates.blocked + fates.called + fates.active;
  await work.trx
    .updateTable('audienceLoad')
    .set({
      status: 'COMPLETED',
      progress: 1,
      read: plan.read,
      rejected: plan.rejected,
      loaded: plan.loaded,
      duplicates: plan.valid - plan.loaded - skipped,
      skippedBlocked: fates.blocked,
      skippedCalled: fates.called,
      skippedActive: fates.active,
      finishedAt: work.now,
    })
    .where('id', '=', id)
    .execute();
  await notify(work, [
    { userId: createdBy, action: 'BULK AUDIENCE', subject: `load:${id}`, campaignId, status: 'COMPLETED' },
  ]);
  const payload = { userId: createdBy, campaignId, status: { status: 'COMPLETED' } };
  work.afterCommit({ to: [createdBy], event: 'audience', payload });
}
