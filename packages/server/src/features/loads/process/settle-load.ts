import type { Trx } from '../../../db/client.ts';
import { buildCallsAside, buildPeopleAside } from './build-aside.ts';
import { reserveSharedBlock, takeBlock, type CallsTarget } from './calls.queries.ts';
import type { Plan } from './finish-load.ts';
import { LoadFailure } from './load-failure.ts';
import { notePersonIds, type RunningLoad } from './load-row.queries.ts';
import { analyzePeople } from './people-leaf.queries.ts';
import { matchPeople } from './match-people.ts';
import { countMatches } from './people.queries.ts';
import type { LoadRun } from './perform-load.ts';
import { openPhonesLane } from './phones-lane.ts';
import type { Read } from './read-source.ts';
import type { Step } from './steps.ts';
import { countFates, judgeNumbers } from './verdicts.queries.ts';
import { aside, BLOCK } from './workbench.ts';
import { takePersonIds, type PeopleTarget } from './write-people.queries.ts';

/** Positions of a block: calls of a campaign. */
const CALLS_MAX = BLOCK - 1;

/** Who is new and what becomes a call; from here on everything is known and only has to be written. */
export async function settleLoad(
  run: LoadRun,
  load: RunningLoad,
  { bench, tally, direct, ...read }: Read,
  begin: (step: Step) => void,
): Promise<Plan> {
  const { ctx, tuning } = run;
  await analyzePeople(ctx.db);
  const judgedAt = read.judgedAt ?? ctx.clock();
  begin('match');
  // Beside the search for people, which does not ask for it until its end.
  const judging = awaited(
    aside(ctx.db, async (trx) => {
      if (!read.judgedAt) await judgeNumbers(trx, bench, load, judgedAt);
      return countFates(trx, bench);
    }),
  );
  const rows = { firstId: direct?.firstPersonId ?? 0, valid: tally.valid, isAlone: !direct };
  await matchPeople(ctx.db, bench, { ...tally, external: load.external }, rows, judging);
  const fates = await judging;
  await bench.analyze(ctx.db, 'verdict');
  const { ids, added, matches } = await aside(ctx.db, async (trx) => {
    const matches = await countMatches(trx, bench);
    const added = tally.persons - matches.all;
    const ids = direct
      ? { firstId: direct.firstPersonId, block: direct.peopleBlock }
      : await takeIds(trx, tally.valid, added >= tuning.ownLeafFrom);
    return { ids, added, matches };
  });
  // By itself: inside, it would hold the load's row, for which whoever cancels waits.
  if (!direct) await notePersonIds(ctx.db, load, ids.firstId, tally.valid);
  await bench.analyze(ctx.db, 'match');
  const loaded = tally.numbers - fates.numbers;
  if (load.nextPosition + loaded > CALLS_MAX)
    throw new LoadFailure(`Una campaña admite hasta ${CALLS_MAX.toLocaleString('es-AR')} números.`);
  const hasOwnLeaf = !direct && load.block === null && loaded >= tuning.ownLeafFrom;
  const block =
    direct?.callsBlock ??
    load.block ??
    (hasOwnLeaf ? await takeBlock(ctx.db, 'large') : await reserveSharedBlock(ctx.db));
  const now = direct?.now ?? ctx.clock();
  const hasMatches = matches.known > 0;
  const calls: CallsTarget = {
    campaignId: load.campaignId,
    idLo: block * BLOCK,
    position: load.nextPosition,
    firstPersonId: ids.firstId,
    hasMatches,
    now,
  };
  const people: PeopleTarget = { ...ids, external: load.external, now };
  return {
    load,
    bench,
    calls,
    people,
    direct,
    peopleLeaf:
      direct || people.block === null ? undefined : awaited(buildPeopleAside(ctx, bench, people, people.block)),
    phones: people.block === null && added > 0 ? openPhonesLane(ctx.db, bench, people) : undefined,
    block,
    leaf: hasOwnLeaf ? awaited(buildCallsAside(run, load, bench, calls, block)) : undefined,
    fates,
    read: tally.read,
    rejected: tally.rejected,
    valid: tally.valid,
    loaded,
    hasMatches,
    tellsNew: matches.adds > 0,
    bringsNumbers: matches.addsNumber > 0,
    hasRepeats: tally.persons < tally.valid,
    hasSharedNumbers: tally.numbers < tally.valid,
    hasNobodys: matches.all > 0,
    fillAtOnce: tuning.fillAtOnce,
    judgedAt,
  };
}

/** One for each row of the file, whoever it is of: the place in the file is then all it takes to find a new person's. */
async function takeIds(trx: Trx, rows: number, isLarge: boolean): Promise<Pick<PeopleTarget, 'firstId' | 'block'>> {
  if (!isLarge) return { firstId: await takePersonIds(trx, rows), block: null };
  const block = await takeBlock(trx, 'large');
  return { firstId: block * BLOCK, block };
}

/** Whoever waits for it hears of a failure; until then it must not count as unhandled. */
function awaited<T>(lane: Promise<T>): Promise<T> {
  lane.catch(() => {});
  return lane;
}
