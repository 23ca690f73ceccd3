import { api } from '@campanero/contract';
import { AFFINITIES } from '@campanero/contract/calls/schemas';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { erasePeople, refreshCallsJob } from '../src/call-store/write/index.ts';
import { rebuildEverything, verifyEverything } from '../src/verify/verify.ts';
import { transact } from '../src/work/transact.ts';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aCallingCampaign, type Calling } from './calling.ts';
import { anExternalOperator, anOperator } from './factories.ts';
import { loadFiles } from './loads.ts';
import { jobCtx } from './jobs.ts';
import { runStoredJobs } from './stored-jobs.ts';

/**
 * Random scenarios of three campaigns, two internal and one external, that share numbers and people: overlapping files, flags set and
 * cleared, outcomes and corrections, reassigned calls. Afterwards all derived data must match their sources.
 */

/** One of a few persons on one of a few numbers, with more or less identifying data. */
const row = fc.record({
  who: fc.nat({ max: 4 }),
  number: fc.nat({ max: 5 }),
  document: fc.boolean(),
  birthday: fc.boolean(),
  /** With an id of the phone dashboard: a lead becomes a contact. */
  contact: fc.boolean(),
  gender: fc.constantFrom('', 'F', 'M'),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

/** `pick` and `other` select what the action needs. */
const choices = {
  campaign: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 23 }),
  other: fc.nat({ max: 23 }),
  on: fc.boolean(),
};
const load = fc.record({
  what: fc.constant('load' as const),
  ...choices,
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  /** Into its own partitions; blanks filled after the load; numbers of other open campaigns excluded. */
  ownPartitions: fc.boolean(),
  fillsLater: fc.boolean(),
  excludesActive: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  /** A flag set during the load. */
  meanwhile: fc.option(fc.record({ flag: fc.nat({ max: 2 }), ...choices })),
});
const action = fc.record({
  what: fc.constantFrom(
    ...([
      'flag',
      'flag',
      'wrong',
      'wrong',
      'invalid',
      'register',
      'register',
      'register',
      'correct',
      'reassign',
    ] as const),
    ...(['segment', 'undo', 'rebalance', 'edit', 'next', 'hold', 'erase', 'jobs'] as const),
  ),
  ...choices,
});
type Load = typeof load extends fc.Arbitrary<infer T> ? T : never;
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
export type Step = Load | Action;

interface ScenarioOptions {
  min: number;
  max: number;
  /** Flags are also set during a load; the order is then not deterministic. */
  hasRaces: boolean;
}

/** Starts with a load; about every fifth step is another one. */
export const aScenario = ({ min, max, hasRaces }: ScenarioOptions): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      load,
      fc.array(fc.oneof({ arbitrary: action, weight: 4 }, { arbitrary: load, weight: 1 }), {
        minLength: min,
        maxLength: max,
      }),
    )
    .map(([first, rest]) => [first, ...rest])
    .map((steps) => steps.map((step) => (hasRaces || step.what !== 'load' ? step : { ...step, meanwhile: null })));

interface Scenario {
  world: TestApp;
  campaigns: Calling[];
  /** Numbers and persons are unique to the scenario. */
  base: number;
}

let base = 1_140_000_000;
/**
 * Time only moves forward, because audit dates must be ascending, and a scenario is shorter than a session. Sometimes more time passes
 * than the clock tolerance of a load.
 */
const LONG_PAUSE = 23;
const pauseMs = ({ pick }: Step) => (pick === LONG_PAUSE ? 15 * 60_000 : (1 + (pick % 12)) * 20_000);
const HEADER = 'telefono;nombre;apellido;documento;fecha nacimiento;contacto id;genero';

/** Returns the findings of a verification. Refusals are fine; server errors are not. */
export async function runScenario(world: TestApp, steps: readonly Step[]): Promise<string[]> {
  world.enqueued.length = 0;
  const scenario = await begin(world);
  for (const step of steps) {
    world.clock.advance(pauseMs(step));
    if (step.what === 'load') await loadRows(scenario, step);
    else expect(await perform(scenario, step)).toBeLessThan(500);
  }
  await runJobs(world);
  return findings(world);
}

const depsOf = ({ db, deps: { read, files }, clock }: TestApp) => ({
  db,
  read,
  files,
  recordedHeads: [],
  now: clock.now(),
});
const findings = async (world: TestApp) =>
  (await verifyEverything(depsOf(world))).flatMap(({ findings: found, notes = [] }) => [...found, ...notes]);

const LANES = 3;

/**
 * Several steps at once, beside repeated verifications and rebuilds, in a world with stored jobs (stored-jobs.ts). Returns everything
 * they reported or changed, and the findings at the end.
 */
export async function runConcurrentScenario(world: TestApp, steps: readonly Step[]): Promise<string[]> {
  const scenario = await begin(world);
  // As new campaigns: their first load assigns the range.
  await world.db
    .updateTable('campaign')
    .set({ block: null, nextPosition: 0 })
    .where(
      'id',
      'in',
      scenario.campaigns.map(({ campaign }) => campaign.id),
    )
    .execute();
  const reported: string[] = [];
  const over = new AbortController();
  const lane = async (place: number) => {
    await loadBeside(scenario, { ...(steps[0] as Load), campaign: place });
    for (const step of steps.filter((_, at) => at % LANES === place)) {
      world.clock.advance(pauseMs(step));
      if (step.what === 'load') await loadBeside(scenario, step);
      else if (step.what !== 'jobs') expect(await perform(scenario, step)).toBeLessThan(500);
    }
  };
  const untilOver = async (run: () => Promise<unknown>) => {
    do await run();
    while (!over.signal.aborted);
  };
  const beside = [
    untilOver(() => runStoredJobs(world, refreshCallsJob.name)),
    untilOver(async () => reported.push(...(await findings(world)))),
    untilOver(() => rebuildEverything(depsOf(world), (line) => void reported.push(line))),
  ];
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, (_, place) => lane(place)));
  over.abort();
  await Promise.all(beside);
  for (const done of lanes) if (done.status === 'rejected') throw done.reason;
  while ((await runStoredJobs(world, refreshCallsJob.name)) > 0);
  return [...reported, ...(await findings(world))];
}

async function begin(world: TestApp): Promise<Scenario> {
  base += 1_000;
  const [inside, outside] = [
    [await anOperator(world), await anOperator(world)],
    [await anExternalOperator(world), await anExternalOperator(world)],
  ];
  const campaigns = [
    await aCallingCampaign(world, { operators: inside, each: 0 }),
    await aCallingCampaign(world, { operators: inside, each: 0 }),
    await aCallingCampaign(world, { operators: outside, each: 0, external: true }),
  ];
  return { world, campaigns, base };
}

const NAMES = ['Ana;Díaz', 'Eva;Sol', 'Iris;Luz', 'Olga;Rey', ';'];
const lineOf = ({ base: first }: Scenario, { who, number, document, birthday, contact, gender }: Row) =>
  [
    first + number,
    NAMES[who],
    document ? first + who : '',
    birthday ? `0${who + 1}-03-1980` : '',
    contact ? `C-${first}-${who}` : '',
    gender,
  ].join(';');

async function loadRows(scenario: Scenario, step: Load) {
  const report = await startLoad(scenario, step);
  expect(report.status).toBe('COMPLETED');
  expect(report.read).toBe(report.loaded + report.duplicates + report.rejected + report.skipped);
}

/** Another load of the campaign may be running. */
async function loadBeside(scenario: Scenario, step: Load) {
  try {
    await startLoad(scenario, step);
  } catch (error) {
    if (!String(error).includes('CAMPAIGN_PROCESSING')) throw error;
  }
}

async function startLoad(
  scenario: Scenario,
  { campaign, rows, ownPartitions, fillsLater, excludesActive, meanwhile }: Load,
) {
  const { world, campaigns } = scenario;
  const here = campaigns[campaign]!;
  let flagged: Promise<number> | undefined;
  const report = await loadFiles(
    world,
    here.manager,
    here.campaign.id,
    [{ content: [HEADER, ...rows.map((one) => lineOf(scenario, one))].join('\n') }],
    {
      query: excludesActive ? { excludeActive: 1 } : {},
      tuning: { ...(ownPartitions && { ownPartitionFrom: 1 }), ...(fillsLater && { fillAtOnce: 0 }) },
      onStep: (step) => {
        if (step === 'write' && meanwhile) flagged = perform(scenario, { ...meanwhile, what: flagOf(meanwhile.flag) });
      },
    },
  );
  if (flagged) expect(await flagged).toBeLessThan(500);
  return report;
}
const flagOf = (n: number) => (['flag', 'wrong', 'invalid'] as const)[n]!;

/** Runs the enqueued refresh jobs. */
async function runJobs(world: TestApp): Promise<void> {
  const asked = world.enqueued.filter(({ name }) => name === refreshCallsJob.name);
  world.enqueued.length = 0;
  for (const { payload } of asked)
    await refreshCallsJob.handler(jobCtx(world), payload as { numbers: number[]; loads?: number[] });
}

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** Performs the action over HTTP as a user of the campaign; returns the status. */
async function perform(scenario: Scenario, { what, campaign, pick, other, on }: Action): Promise<number> {
  const { world, campaigns } = scenario;
  const here = campaigns[campaign]!;
  const { id } = here.campaign;
  const manager = as(world, here.manager);
  const someone = as(world, [here.manager, ...here.operators][other % 3]!);
  const { talked, again, refused, substate } = here.states;
  const call = at(await callsIn(scenario, id), pick);
  const person = call && at(await personsOn(scenario, call.number), other);
  if (!call || !person) return 404;
  const key = { id, callId: call.id };
  const stateId = [talked, again, refused][other % 3]!.id;
  const outcome = {
    stateId,
    affinity: AFFINITIES[pick % 4] ?? null,
    substateId: stateId === talked.id && on ? substate.id : null,
  };
  const personKey = { params: { personId: person.id }, query: { lead: person.lead } };
  switch (what) {
    case 'flag': {
      const flag = (['dead', 'doNotCall', 'interested', 'dead'] as const)[pick % 4]!;
      return (await manager.call(api.contacts.savePerson, { ...personKey, body: { [flag]: on } })).status;
    }
    case 'wrong': {
      const params = { ...personKey.params, wrong: on ? ('1' as const) : ('0' as const) };
      return (await manager.call(api.contacts.markWrong, { ...personKey, params, body: { phone: call.number } }))
        .status;
    }
    case 'edit': {
      const body = [{ gender: 'X' as const }, { birthday: '1970-01-02' }, { firstName: 'Otra' }, { document: '77' }][
        pick % 4
      ]!;
      return (await manager.call(api.contacts.savePerson, { ...personKey, body })).status;
    }
    case 'invalid': {
      const params = { phone: call.number, callId: call.id };
      return (await someone.call(api.contacts.saveDetail, { params, body: { invalid: on ? 1 : 0 } })).status;
    }
    case 'register': {
      const callbackAt = stateId === again.id && on ? minutesAfter(world, 30) : null;
      return (await someone.call(api.calls.register, { params: key, body: { ...outcome, callbackAt } })).status;
    }
    case 'correct': {
      const entry = at((await manager.call(api.calls.history, { params: key })).body, other);
      if (!entry) return 404;
      const params = { ...key, entryId: entry.id };
      return (await manager.call(api.calls.correct, { params, body: { ...outcome, reason: 'Otro' } })).status;
    }
    case 'reassign':
      return (await someone.call(api.calls.reassign, { params: { ...key, operatorId: here.operators[other % 2]!.id } }))
        .status;
    case 'segment': {
      const operators = here.operators.slice(0, 1 + (other % 2)).map((operator) => operator.id);
      const body = { operators, ...(on && { amount: 1 + (pick % 2) }) };
      return (await manager.call(api.audience.segment, { params: { id }, query: {}, body })).status;
    }
    case 'undo': {
      const { segmentation } = (await manager.call(api.audience.lastSegmentation, { params: { id } })).body;
      if (!segmentation) return 404;
      const params = { id, segmentationId: segmentation.segmentationId };
      return (await manager.call(api.audience.undoSegmentation, { params })).status;
    }
    case 'rebalance': {
      const [from, to] = on ? here.operators : here.operators.toReversed();
      return (await manager.call(api.audience.rebalance, { params: { id }, body: { from: [from!.id], to: [to!.id] } }))
        .status;
    }
    case 'next':
      return (await someone.call(api.calls.next, { params: { id, current: 0 } })).status;
    case 'hold':
      return (await someone.call(on ? api.calls.hold : api.calls.release, { params: key })).status;
    case 'erase':
      await transact(jobCtx(world), (work) => erasePeople(work, [person.id], { keepBlock: on }));
      return 200;
    case 'jobs':
      await runJobs(world);
      return 200;
  }
}

const minutesAfter = (world: TestApp, minutes: number) =>
  new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

async function callsIn({ world }: Scenario, campaignId: number) {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number::text as number from call where campaign_id = ${campaignId} order by id`.execute(world.db);
  return rows;
}

async function personsOn({ world }: Scenario, number: string) {
  const { rows } = await sql<{ id: number; lead: '0' | '1' }>`
    select person.id, case person.kind when 'lead' then '1' else '0' end as lead
    from person_phone join person on person.id = person_phone.person_id where number = ${number} order by 1`.execute(
    world.db,
  );
  return rows;
}
