import { api } from '@campanero/contract';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { anAudience, anOwnPartition, type StoredCall } from '../../../test/audience.ts';
import {
  aRequest,
  audienceParts,
  isMatch,
  someCalls,
  sortedAs,
  type AudienceParts,
} from '../../../test/expected-audience.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { createWatchedPool, outlineOf, type SeenPlan } from '../../../test/plans.ts';

const world = useWorld();
let coordinator: TestUser;
let parts: AudienceParts;
let campaignId: number;
let calls: StoredCall[];

beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  parts = await audienceParts(world);
  campaignId = (await aCampaign(world, { status: 'EN CURSO', operators: parts.operators })).id;
  calls = await anAudience(world, campaignId, someCalls(parts, 1500));
});

const request = aRequest(() => calls);

test('any filter, order and page equals filtering and sorting in memory', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ filters, order, direction, size, page }) => {
      const { states, ...same } = filters;
      const query = {
        ...same,
        ...(states && { states: states.join(',') }),
        orderbytitle: order,
        orderbytype: direction,
        pageSize: size,
        pageNumber: page,
      };
      const reply = await as(world, coordinator).send(api.audience.list, { params: { id: campaignId }, query });
      const found = calls.filter((call) => isMatch(call, filters));
      const expected = sortedAs(found, parts, order, direction);
      expect(reply.body.totalElementsCount).toBe(expected.length);
      expect(reply.body.calls.map(({ id }) => id)).toEqual(expected.slice(page * size, (page + 1) * size));
    }),
    { numRuns: 150, seed: 11 },
  );
}, 60_000);

test.each(AUDIENCE_ORDER)('ordered by %s the pages contain every call once', async (order) => {
  const seen: number[] = [];
  for (let pageNumber = 0; pageNumber * 100 < calls.length; pageNumber += 1) {
    const query = { orderbytitle: order, orderbytype: 'desc' as const, pageSize: 100, pageNumber };
    const reply = await as(world, coordinator).send(api.audience.list, { params: { id: campaignId }, query });
    seen.push(...reply.body.calls.map(({ id }) => id));
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual(calls.map(({ id }) => id));
});

test('a far page of one state is read from the nearer end', async () => {
  const ofState = calls.filter(({ stateId }) => stateId === 1).map(({ id }) => id);
  const size = 10;
  for (const direction of ['asc', 'desc'] as const) {
    const expected = direction === 'asc' ? ofState : ofState.toReversed();
    for (const pageNumber of [0, 1, Math.floor(ofState.length / size / 2), Math.floor((ofState.length - 1) / size)]) {
      const query = { stateId: 1, orderbytype: direction, pageSize: size, pageNumber };
      const reply = await as(world, coordinator).send(api.audience.list, { params: { id: campaignId }, query });
      expect(reply.body.calls.map(({ id }) => id)).toEqual(expected.slice(pageNumber * size, (pageNumber + 1) * size));
    }
  }
});

test('ordered by number, first and last pages of a campaign with its own partition read few rows', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO', operators: parts.operators });
  const block = await anOwnPartition(world);
  await world.db.updateTable('campaign').set({ block }).where('id', '=', id).execute();
  const own = await anAudience(world, id, someCalls(parts, 1500));
  const seen: SeenPlan[] = [];
  const watched = await createTestApp({ beside: world, pool: createWatchedPool(world.databaseUrl, seen) });
  const last = Math.ceil(own.length / 10) - 1;
  for (const direction of ['asc', 'desc'] as const) {
    const expected = sortedAs(own, parts, 'number', direction);
    for (const pageNumber of [0, 1, last]) {
      const query = { orderbytitle: 'number', orderbytype: direction, pageSize: 10, pageNumber };
      const reply = await as(watched, coordinator).send(api.audience.list, { params: { id }, query });
      expect(reply.body.calls.map((call) => call.id)).toEqual(expected.slice(pageNumber * 10, (pageNumber + 1) * 10));
    }
  }
  expect(seen.length).toBeGreaterThanOrEqual(12);
  expect(seen.filter(({ work }) => work > 300).map(({ plan }) => outlineOf(plan))).toEqual([]);
  await watched.close();
});

test('a far page of a very common state is found by counting the other calls', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO', operators: parts.operators });
  const other = parts.states[1]!;
  const isOther = (n: number) => n < 3 || n % 71 === 0 || (n > 900 && n < 905) || n === 1499;
  const own = await anAudience(
    world,
    id,
    Array.from({ length: 1500 }, (_, n) => ({ stateId: isOther(n) ? other : 1 })),
  );
  const ofState = own.filter(({ stateId }) => stateId === 1).map((call) => call.id);
  // As after a load: the plan depends on the statistics per state.
  await sql`analyze call`.execute(world.db);
  const seen: SeenPlan[] = [];
  const watched = await createTestApp({ beside: world, pool: createWatchedPool(world.databaseUrl, seen) });
  for (const direction of ['asc', 'desc'] as const) {
    const expected = direction === 'asc' ? ofState : ofState.toReversed();
    for (const pageNumber of [0, 3, 6, 7, 40, 69, 70, 88, 89, 90, 110, 146, 147, 148]) {
      const query = { stateId: 1, orderbytype: direction, pageSize: 10, pageNumber };
      const reply = await as(watched, coordinator).send(api.audience.list, { params: { id }, query });
      expect(reply.body.totalElementsCount).toBe(ofState.length);
      expect(reply.body.calls.map((call) => call.id)).toEqual(expected.slice(pageNumber * 10, (pageNumber + 1) * 10));
    }
  }
  // About thirty other calls and a page, in each of several plan nodes.
  expect(seen.filter(({ work }) => work > 400).map(({ plan }) => outlineOf(plan))).toEqual([]);
  await watched.close();
});
