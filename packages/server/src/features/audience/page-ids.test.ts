import { api } from '@campanero/contract';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anAudience, type StoredCall } from '../../../test/audience.ts';
import {
  aRequest,
  audienceParts,
  isMatch,
  someCalls,
  sortedAs,
  type AudienceParts,
} from '../../../test/audience-truth.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { findAudience } from './audience.queries.ts';
import { hasColumns } from './columns/memory.ts';
import { narrow } from './narrow-audience.ts';
import { pageIds } from './page-ids.ts';
import type { Reach } from './seek.ts';

let world: TestApp;
let coordinator: TestUser;
let parts: AudienceParts;
let campaignId: number;
let calls: StoredCall[];

beforeAll(async () => {
  world = await createTestApp();
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  parts = await audienceParts(world);
  campaignId = (await aCampaign(world, { status: 'EN CURSO', operators: parts.operators })).id;
  calls = await anAudience(world, campaignId, someCalls(parts, 1500));
});
afterAll(() => world.close());

const request = aRequest(() => calls);

test('any filter, order and page over HTTP is what filtering and sorting in memory gives', async () => {
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
      const reply = await as(world, coordinator).send(api.audience.list, {
        params: { id: campaignId },
        query,
      });
      const found = calls.filter((call) => isMatch(call, filters));
      const expected = sortedAs(found, parts, order, direction);
      expect(reply.body.totalElementsCount).toBe(expected.length);
      expect(reply.body.calls.map(({ id }) => id)).toEqual(expected.slice(page * size, (page + 1) * size));
    }),
    { numRuns: 150, seed: 11 },
  );
}, 60_000);

// The ways that only audiences of millions take, forced on a small one.
const SHORT: Reach = {
  near: 20,
  run: 40,
  nearByNumber: 60,
  firstLook: 64,
  firstLookRows: 60,
  few: 20,
  walk: 200,
  whole: 300,
};

test('the ways of a large audience give the same pages', async () => {
  const audience = (await findAudience(world.db, coordinator, campaignId, world.clock.now()))!;
  await fc.assert(
    fc.asyncProperty(request, async ({ filters, order, direction, size, page }) => {
      const slice = { offset: page * size, limit: size, direction };
      const ids = await pageIds(world.deps, audience, narrow(filters, coordinator), order, slice, SHORT);
      const found = calls.filter((call) => isMatch(call, filters));
      const expected = sortedAs(found, parts, order, direction);
      expect(ids).toEqual(expected.slice(slice.offset, slice.offset + size));
    }),
    { numRuns: 400, seed: 4711 },
  );
  // Else the database would have answered in their stead.
  expect(hasColumns(world.deps, audience)).toBe(true);
}, 60_000);

test.each(AUDIENCE_ORDER)('by %s the pages hold every call once', async (order) => {
  const audience = (await findAudience(world.db, coordinator, campaignId, world.clock.now()))!;
  const seen: number[] = [];
  for (let offset = 0; offset < calls.length; offset += 100)
    seen.push(...(await pageIds(world.deps, audience, {}, order, { offset, limit: 100, direction: 'desc' }, SHORT)));
  expect(seen.toSorted((a, b) => a - b)).toEqual(calls.map(({ id }) => id));
});
