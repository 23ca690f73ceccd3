import type { Trx } from '../../../db/client.ts';
import { buildCallsAside, buildPeopleAside } from './build-aside.ts';
import { reserveSharedBlock, takeBlock, type CallsTarget } from './calls.queries.ts';
import type { Plan } from './finish-load.ts';
import { LoadFailure } from './load-failure.ts';
import { notePersonIds, type RunningLoad } from './load-row.queries.ts';
import { analyzePeople } from './people-leaf.queries.ts';
import { countMatches, leaveOutSkipped, matchPeople } from './people.queries.ts';
import type { LoadRun } from './perform-load.ts';
import { openPhonesLane } from './phones-lane.ts';
import type { Tally } from './scan.ts';
import type { Step } from './steps.ts';
import { countFates, judgeNumbers } from './verdicts.queries.ts';
import { takeMemory, type Workbench } from './workbench.ts';
import { takePersonIds, type PeopleTarget } from './write-people.queries.ts';

/** Ids of a block (model 1). */
const BLOCK = 2 ** 24;
/** Positions of a block: calls of a campaign. */
const CALLS_MAX = BLOCK - 1;

/** Who is new and what becomes a call; from here on everything is known and only has to be written. */
export async function settleLoad(
  { ctx, tuning }: LoadRun,
  load: RunningLoad,
  bench: Workbench,
  tally: Tally,
  begin: (step: Step) => void,
): Promise<Plan> {
  await analyzePeople(ctx.db);
  const judgedAt = ctx.clock();
  const settled = await ctx.db.transaction().execute(async (trx) => {
    await takeMemory(trx);
    begin('judge');
    await judgeNumbers(trx, bench, load, judgedAt);
    const fates = await countFates(trx, bench);
    begin('match');
    await matchPeople(trx, bench, tally);
    if (fates.blocked + fates.called + fates.active > 0) await leaveOutSkipped(trx, bench);
    const matches = await countMatches(trx, bench);
    const added = tally.persons - matches.all;
    const ids = await takeIds(trx, tally.persons, added >= tuning.ownLeafFrom);
    return { fates, ids, added, hasMatches: matches.known > 0 };
  });
  const { fates, ids, added } = settled;
  // By itself: inside, it would hold the load's row, for which whoever cancels waits.
  await notePersonIds(ctx.db, load, ids.firstId, tally.persons);
  for (const kind of ['verdict', 'match'] as const) await bench.analyze(ctx.db, kind);
  const loaded = tally.numbers - fates.numbers;
  if (load.nextPosition + loaded > CALLS_MAX)
    throw new LoadFailure(`Una campaña admite hasta ${CALLS_MAX.toLocaleString('es-AR')} números.`);
  const hasOwnLeaf = load.block === null && loaded >= tuning.ownLeafFrom;
  const block = load.block ?? (hasOwnLeaf ? await takeBlock(ctx.db, 'large') : await reserveSharedBlock(ctx.db));
  const now = ctx.clock();
  const calls: CallsTarget = {
    campaignId: load.campaignId,
    idLo: block * BLOCK,
    position: load.nextPosition,
    firstPersonId: ids.firstId,
    hasMatches: settled.hasMatches,
    now,
  };
  const people: PeopleTarget = { ...ids, external: load.external, now };
  return {
    load,
    bench,
    calls,
    people,
    peopleLeaf: people.block === null ? undefined : awaited(buildPeopleAside(ctx, bench, people, people.block)),
    phones: people.block === null && added > 0 ? openPhonesLane(ctx.db, bench, people) : undefined,
    block,
    leaf: hasOwnLeaf ? awaited(buildCallsAside(ctx, load, bench, calls, block)) : undefined,
    fates,
    read: tally.read,
    rejected: tally.rejected,
    valid: tally.valid,
    loaded,
    hasMatches: settled.hasMatches,
    hasRepeats: tally.persons < tally.valid,
    fillAtOnce: tuning.fillAtOnce,
    judgedAt,
  };
}

/** One for each person of the file, known or not: the place in the file is then all it takes to find a new person's. */
async function takeIds(trx: Trx, persons: number, isLarge: boolean): Promise<Pick<PeopleTarget, 'firstId' | 'block'>> {
  if (!isLarge || persons > BLOCK) return { firstId: await takePersonIds(trx, persons), block: null };
  const block = await takeBlock(trx, 'large');
  return { firstId: block * BLOCK, block };
}

/** Whoever waits for it hears of a failure; until then it must not count as unhandled. */
function awaited<T>(lane: Promise<T>): Promise<T> {
  lane.catch(() => {});
  return lane;
}
