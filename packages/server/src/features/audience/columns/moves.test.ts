import { api } from '@campanero/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { as } from '../../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { anAudience } from '../../../../test/audience.ts';
import { audienceParts, someCalls, type AudienceParts } from '../../../../test/audience-truth.ts';
import { theSystemStates } from '../../../../test/catalogue.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../../test/factories.ts';
import { findAudience, type Audience } from '../audience.queries.ts';
import { handOut, prepareForMany } from '../segment.queries.ts';
import { BLOCKED, FREE, type Columns } from './columns.ts';
import { createHaste } from './haste.ts';
import { askColumns } from './memory.ts';
import { readColumns } from './read-columns.ts';

let world: TestApp;
/** Another web node, with a memory of its own. */
let beside: TestApp;
let coordinator: TestUser;
let parts: AudienceParts;
let id: number;

beforeAll(async () => {
  world = await createTestApp();
  beside = await createTestApp({ beside: world });
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  parts = await audienceParts(world);
});
afterAll(async () => {
  await beside.close();
  await world.close();
});
beforeEach(async () => {
  id = (await aCampaign(world, { status: 'EN CURSO', operators: parts.operators })).id;
  await anAudience(world, id, someCalls(parts, 120));
});

const audienceOf = async (): Promise<Audience> => (await findAudience(world.db, coordinator, id, world.clock.now()))!;
const columnsOf = async (node: TestApp): Promise<Columns> =>
  (await askColumns(node.deps, await audienceOf(), async (columns) => columns))!.answer;

/** Every call as columns tell it, codes of operators and places resolved. */
const told = (columns: Columns) =>
  Array.from({ length: columns.size }, (_, position) => ({
    position,
    state: columns.state[position],
    substate: columns.substate[position],
    birthYear: columns.birthYear[position],
    gender: columns.gender[position],
    callCount: columns.callCount[position],
    operator:
      columns.operators.keys[columns.operator[position]!] ??
      (columns.operator[position] === BLOCKED ? 'blocked' : 'free'),
    place: columns.places.keys[columns.place[position]!],
    number: columns.number[position],
    updatedAt: columns.updatedAt[position],
  }));

/** Exactly what reading everything at this moment gives. */
async function expectTrue(node: TestApp): Promise<Columns> {
  const columns = await columnsOf(node);
  const { columns: fresh } = await readColumns(world.databaseUrl, await audienceOf(), createHaste());
  expect(told(columns)).toEqual(told(fresh));
  return columns;
}

const manager = () => as(world, coordinator);
const someOperators = (mask: number) => parts.operators.filter((_, index) => ((mask >> index) & 1) === 1);
const idAt = async (at: number) => {
  const { idLo, nextPosition } = await audienceOf();
  return idLo! + (at % nextPosition);
};

/** What may happen to an audience; a refusal (nothing to hand out, touched since) changes nothing. */
const STEPS = {
  segment: (seed: number) =>
    manager().send(api.audience.segment, {
      params: { id },
      query: seed % 3 === 0 ? { gender: 'F' } : {},
      body: { operators: someOperators(1 + (seed % 15)), ...(seed % 2 === 0 && { amount: 1 + (seed % 20) }) },
    }),
  undo: async () => {
    const { body } = await manager().call(api.audience.lastSegmentation, { params: { id } });
    if (!body.segmentation) return;
    const { segmentationId } = body.segmentation;
    await manager().send(api.audience.undoSegmentation, { params: { id, segmentationId } });
  },
  rebalance: (seed: number) => {
    const mask = 1 + (seed % 14);
    return manager().send(api.audience.rebalance, {
      params: { id },
      body: { from: someOperators(mask), to: someOperators(15 - mask) },
    });
  },
  change: async (seed: number) =>
    world.db
      .updateTable('call')
      .set({ callCount: seed % 5, operatorId: parts.operators[seed % 4]!, segmentationId: null })
      .where('id', '=', await idAt(seed))
      .execute(),
  block: async (seed: number) =>
    world.db
      .updateTable('call')
      .set({ blocked: seed % 2 === 0 })
      .where('id', '=', await idAt(seed))
      .execute(),
  add: async (seed: number) => {
    await anAudience(
      world,
      id,
      Array.from({ length: 1 + (seed % 3) }, () => ({})),
    );
  },
} satisfies Record<string, (seed: number) => Promise<unknown>>;

test('whatever is split, undone, rebalanced, blocked, changed or added, every column of every call follows', async () => {
  const step = fc.record({
    // Splits are what this is about.
    kind: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]), 'segment' as const, 'rebalance' as const),
    seed: fc.nat(10_000),
    isAsked: fc.constantFrom(false, false, true),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      for (const { kind, seed, isAsked } of steps) {
        world.clock.advance(1000);
        await STEPS[kind](seed);
        if (isAsked) await expectTrue(world);
      }
      const [here, there] = [await expectTrue(world), await expectTrue(beside)];
      expect(here.size).toBe(there.size);
    }),
    { numRuns: 25, seed: 5 },
  );
}, 120_000);

test('a split is followed without reading the audience again, on every node', async () => {
  const nodes = [world, beside];
  const before = await Promise.all(nodes.map(columnsOf));
  await STEPS.segment(1);
  await STEPS.rebalance(3);
  await STEPS.undo();
  for (const [index, node] of nodes.entries()) expect(await expectTrue(node)).toBe(before[index]);
});

test('the node that has split has followed when it answers', async () => {
  const { operator, size } = await columnsOf(world);
  const free = () => operator.subarray(0, size).filter((code) => code === FREE).length;
  expect(free()).toBeGreaterThan(0);
  await manager().call(api.audience.segment, { params: { id }, query: {}, body: { operators: parts.operators } });
  expect(free()).toBe(0);
});

test('calls that are blocked while somebody has them are not free when they are taken back', async () => {
  await columnsOf(world);
  const { body } = await manager().call(api.audience.segment, {
    params: { id },
    query: {},
    body: { operators: parts.operators },
  });
  const { segmentationId } = body;
  await world.db.updateTable('call').set({ blocked: true }).where('segmentationId', '=', segmentationId).execute();
  await columnsOf(world);
  await manager().call(api.audience.undoSegmentation, { params: { id, segmentationId } });
  const { operator } = await expectTrue(world);
  expect(operator).toContain(BLOCKED);
});

test('a split is seen when it commits and not before, whoever registers meanwhile', async () => {
  const columns = await columnsOf(world);
  await world.db.transaction().execute(async (trx) => {
    await prepareForMany(trx, id);
    const now = world.clock.now();
    const [first] = parts.operators;
    const plan = { segmentationId: 1, narrowing: {}, operators: [first!], amount: 10, now };
    const groups = await handOut(trx, await audienceOf(), plan);
    expect(groups.reduce((sum, { n }) => sum + n, 0)).toBe(10);
    await expectTrue(world);
    // Later begun, sooner over.
    const taken = await sql<{ id: number }>`
      update call set call_count = 9 where id = (select max(id) from call where campaign_id = ${id}) returning id`.execute(
      beside.db,
    );
    expect(taken.rows).toHaveLength(1);
    await expectTrue(world);
  });
  await STEPS.change(7);
  expect(await expectTrue(world)).toBe(columns);
});

test('a split that is taken back leaves nothing', async () => {
  const columns = await columnsOf(world);
  const failing = world.db.transaction().execute(async (trx) => {
    await prepareForMany(trx, id);
    const plan = { segmentationId: 1, narrowing: {}, operators: [parts.operators[0]!], amount: 10, now: new Date() };
    await handOut(trx, await audienceOf(), plan);
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await expectTrue(world)).toBe(columns);
});
