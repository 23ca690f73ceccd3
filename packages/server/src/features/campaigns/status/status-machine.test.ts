import { api } from '@campanero/contract';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { someCalls } from '../../../../test/calls.ts';
import { theSystemStates } from '../../../../test/catalogue.ts';
import { anonymously } from '../../../../test/deps.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../../../../test/factories.ts';
import { jobCtx, runJob } from '../../../../test/jobs.ts';
import { AppError } from '../../../work/app-error.ts';
import { transact } from '../../../work/transact.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { closingWork } from './close-campaign.ts';

/**
 * Random commands on PostgreSQL, in sequence against a reference model and concurrently. The model implements rule
 * campaign-life/status-transitions independently of the tested code.
 */
const COMMANDS = [
  'load',
  'loaded',
  'loadFailed',
  'assign',
  'pause',
  'resume',
  'extend',
  'finish',
  'close',
  'sweep',
  'hour',
] as const;
type Command = (typeof COMMANDS)[number];
const HOUR = 3_600_000;

const world = useWorld();
let coordinator: TestUser;
let operator: TestUser;
beforeAll(async () => {
  await theSystemStates(world);
  // Every status change.
  await sql`create table moved (id int generated always as identity, campaign_id int, from_status text, to_status text)`.execute(
    world.db,
  );
  await sql`create function note_move() returns trigger language plpgsql as $$ begin
    insert into moved (campaign_id, from_status, to_status) values (new.id, old.status, new.status); return new; end $$`.execute(
    world.db,
  );
  await sql`create trigger note_move after update on campaign for each row when (old.status <> new.status) execute function note_move()`.execute(
    world.db,
  );
});

async function aMachine() {
  // Signed in again: earlier sessions have expired.
  coordinator = await aCoordinator(world);
  operator = await anOperator(world);
  const now = world.clock.now().getTime();
  const dates = { startDate: new Date(now + 2 * HOUR), endDate: new Date(now + 5 * HOUR) };
  const { id } = await aCampaign(world, { ...dates, operators: [operator.id] });
  return { id, ...dates };
}

const byModule = async (id: number, command: 'load' | 'loaded' | 'dropLoad') => {
  try {
    await transact(anonymously(world.deps), async (work) => {
      await moveStatus(work, await lockStage(work.trx, id), [command]);
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return false;
    throw error;
  }
};
const ongoing = async (id: number, body: object) => {
  const { status } = await as(world, coordinator).send(api.campaigns.ongoing, { params: { id }, body });
  expect([200, 409]).toContain(status);
  return status === 200;
};

/** Runs one command; true when it was accepted. */
async function obey(id: number, command: Command): Promise<boolean> {
  switch (command) {
    case 'load':
    case 'loaded':
      return byModule(id, command);
    case 'loadFailed':
      return byModule(id, 'dropLoad');
    case 'assign':
      await someCalls(world, id, [{ operatorId: operator.id }]);
      return true;
    case 'pause':
    case 'resume':
      return ongoing(id, { paused: command === 'pause' });
    case 'extend':
      return ongoing(id, { endDate: new Date(world.clock.now().getTime() + 4 * HOUR).toISOString() });
    case 'finish':
      return (await as(world, coordinator).call(api.campaigns.finish, { params: { id } })).status === 202;
    case 'close':
      await closingWork.jobs.large.handler(jobCtx(world), { campaignId: id });
      return true;
    case 'sweep':
      await runJob(world.deps, 'campaign.sweep');
      return true;
    case 'hour':
      world.clock.advance(HOUR);
      // Sessions expire sooner than campaigns.
      coordinator = await aCoordinator(world);
      return true;
  }
}

interface Model {
  now: number;
  start: number;
  end: number;
  status: CampaignStatus;
  beforePause: CampaignStatus;
  beforeLoad: CampaignStatus | null;
  isAssigned: boolean;
}

function passTime(model: Model) {
  const { status, now } = model;
  const isUnderWay = status === 'EN CURSO' || status === 'AUDIENCIA PROCESADA' || status === 'PAUSADA';
  if (isUnderWay && now >= model.end) model.status = 'REVISANDO';
  else if (status === 'AUDIENCIA PROCESADA' && model.isAssigned && now >= model.start) model.status = 'EN CURSO';
}

/** Applies the command to the model; returns whether it is accepted. */
function expectOf(model: Model, command: Command): boolean {
  const accept = (isFine: boolean, change: () => void) => {
    if (isFine) change();
    passTime(model);
    return isFine;
  };
  passTime(model);
  const { status } = model;
  const isOver = status === 'FINALIZANDO' || status === 'FINALIZADA';
  const isLoading = status === 'CARGANDO AUDIENCIA';
  const under = isLoading ? model.beforeLoad : status;
  const isOngoing =
    under === 'EN CURSO' || under === 'AUDIENCIA PROCESADA' || under === 'PAUSADA' || status === 'REVISANDO';
  switch (command) {
    case 'load':
      return accept(!isOver && !isLoading && status !== 'REVISANDO', () => {
        model.beforeLoad = status;
        model.status = 'CARGANDO AUDIENCIA';
      });
    case 'loaded':
      return accept(isLoading, () => {
        model.status = model.beforeLoad === 'PENDIENTE' ? 'AUDIENCIA PROCESADA' : model.beforeLoad!;
      });
    case 'loadFailed':
      return accept(isLoading, () => {
        model.status = model.beforeLoad!;
      });
    case 'assign':
      return accept(true, () => {
        model.isAssigned = true;
      });
    case 'pause':
      return accept(under === 'PAUSADA' || status === 'EN CURSO' || status === 'AUDIENCIA PROCESADA', () => {
        if (status !== 'EN CURSO' && status !== 'AUDIENCIA PROCESADA') return;
        model.beforePause = status;
        model.status = 'PAUSADA';
      });
    case 'resume':
      // Resuming a campaign that is not paused is a no-op; during a load the pause is refused.
      return accept(isOngoing && !(isLoading && under === 'PAUSADA'), () => {
        if (status === 'PAUSADA') model.status = model.beforePause;
      });
    case 'extend':
      return accept(isOngoing, () => {
        model.end = model.now + 4 * HOUR;
        if (status === 'REVISANDO') model.status = 'AUDIENCIA PROCESADA';
      });
    case 'finish':
      return accept(!isOver, () => {
        model.status = 'FINALIZANDO';
      });
    case 'close':
      return accept(true, () => {
        if (status === 'FINALIZANDO') model.status = 'FINALIZADA';
      });
    case 'sweep':
      return true;
    case 'hour':
      model.now += HOUR;
      passTime(model);
      return true;
  }
}

const seenStatus = async (id: number) =>
  (await as(world, coordinator).call(api.campaigns.detail, { params: { id } })).body.status;

/** Many runs start in later statuses and finishing is rare, so that all transitions are reached. */
const BEGINNINGS: Command[][] = [
  [],
  ['load', 'loaded'],
  ['load', 'loaded', 'assign', 'hour', 'hour'],
  ['load', 'loaded', 'assign', 'hour', 'hour', 'pause', 'hour'],
  ['load', 'loaded', 'pause', 'assign', 'hour', 'hour'],
];
const RARE: Command[] = ['finish', 'close'];
const someCommand = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...COMMANDS.filter((command) => !RARE.includes(command))) },
  { weight: 4, arbitrary: fc.constant<Command>('hour') },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
);
const aLife = fc
  .tuple(fc.constantFrom(...BEGINNINGS), fc.array(someCommand, { minLength: 4, maxLength: 16 }))
  .map(([beginning, rest]) => [...beginning, ...rest]);

test('random command sequences match the model', async () => {
  await fc.assert(
    fc.asyncProperty(aLife, async (commands) => {
      const { id, startDate, endDate } = await aMachine();
      const model: Model = {
        now: world.clock.now().getTime(),
        start: startDate.getTime(),
        end: endDate.getTime(),
        status: 'PENDIENTE',
        beforePause: 'EN CURSO',
        beforeLoad: null,
        isAssigned: false,
      };
      for (const [at, command] of commands.entries()) {
        const isAccepted = await obey(id, command);
        expect({ at, command, isAccepted }).toEqual({ at, command, isAccepted: expectOf(model, command) });
        expect({ at, command, status: await seenStatus(id) }).toEqual({ at, command, status: model.status });
      }
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 120_000);

/** The transitions of the rule, written independently; dates may add further ones in the same transaction. */
const LEGAL = new Set(
  [
    ['PENDIENTE', 'CARGANDO AUDIENCIA', 'FINALIZANDO'],
    ['CARGANDO AUDIENCIA', 'PENDIENTE', 'AUDIENCIA PROCESADA', 'EN CURSO', 'PAUSADA', 'REVISANDO', 'FINALIZANDO'],
    ['AUDIENCIA PROCESADA', 'CARGANDO AUDIENCIA', 'EN CURSO', 'PAUSADA', 'REVISANDO', 'FINALIZANDO'],
    ['EN CURSO', 'CARGANDO AUDIENCIA', 'PAUSADA', 'REVISANDO', 'FINALIZANDO'],
    ['PAUSADA', 'CARGANDO AUDIENCIA', 'AUDIENCIA PROCESADA', 'EN CURSO', 'REVISANDO', 'FINALIZANDO'],
    ['REVISANDO', 'AUDIENCIA PROCESADA', 'EN CURSO', 'FINALIZANDO'],
    ['FINALIZANDO', 'FINALIZADA'],
  ].flatMap(([from, ...to]) => to.map((each) => `${from} > ${each}`)),
);

test('concurrent commands store only allowed transitions in one consistent sequence', async () => {
  const parallel = COMMANDS.filter((command) => command !== 'hour' && command !== 'assign');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(...parallel), { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 6 }),
      fc.boolean(),
      async (bursts, isLate) => {
        const { id } = await aMachine();
        await someCalls(world, id, [{ operatorId: operator.id }]);
        for (const [at, burst] of bursts.entries()) {
          if (at === 1) world.clock.advance(isLate ? 6 * HOUR : 3 * HOUR);
          await Promise.all(burst.map((command) => obey(id, command)));
        }
        const { rows } = await sql<{ fromStatus: string; toStatus: string }>`
        select from_status as "fromStatus", to_status as "toStatus" from moved where campaign_id = ${id} order by id`.execute(
          world.db,
        );
        let at = 'PENDIENTE';
        for (const { fromStatus, toStatus } of rows) {
          expect(fromStatus).toBe(at);
          expect([...LEGAL]).toContain(`${fromStatus} > ${toStatus}`);
          at = toStatus;
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
}, 120_000);
