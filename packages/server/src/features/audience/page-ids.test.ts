import { api } from '@campanero/contract';
import { AUDIENCE_ORDER, type AudienceOrder } from '@campanero/contract/audience/list-schemas';
import type { AudienceFilters } from '@campanero/contract/audience/filters';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anAudience, type AudienceCall, type StoredCall } from '../../../test/audience.ts';
import { aState, aSubstate, theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';
import { findAudience } from './audience.queries.ts';
import { narrow } from './narrow-audience.ts';
import { pageIds } from './page-ids.ts';
import type { Reach } from './seek.ts';

/** Names of states, substates and operators by id, for sorting as the product does. */
const names = new Map<string, string>();
const nameOf = (kind: string, id: number | null) => (id === null ? null : names.get(`${kind}${id}`)!);

let world: TestApp;
let coordinator: TestUser;
let campaignId: number;
let calls: StoredCall[];
const CALLS = 1500;

beforeAll(async () => {
  world = await createTestApp();
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  const states = [1];
  names.set('state1', 'Pendiente');
  for (const name of ['Ñandú', 'Nada', 'Árbol', 'Zeta']) {
    const { id } = await aState(world, { name });
    names.set(`state${id}`, name);
    states.push(id);
  }
  const substates = [];
  for (const name of ['Oso', 'Águila']) {
    const { id } = await aSubstate(world, { name });
    names.set(`substate${id}`, name);
    substates.push(id);
  }
  const operators = [];
  for (const firstName of ['Íñigo', 'Ana', 'Ana', 'Zoe']) {
    const { id } = await anOperator(world, { firstName, lastName: 'Paz' });
    names.set(`operator${id}`, `${firstName} Paz`);
    operators.push(id);
  }
  campaignId = (await aCampaign(world, { status: 'EN CURSO', operators })).id;
  const random = fc
    .sample(aCall(states, substates, operators), { numRuns: CALLS, seed: 7 })
    // Every third as its load left it: unchanged calls are found another way.
    .map(({ updatedAt, ...call }, index) => (index % 3 === 0 ? { ...call, ...untouched } : { ...call, updatedAt }));
  // A number stands once in a campaign.
  const numbers = new Set<number>();
  calls = await anAudience(
    world,
    campaignId,
    random.filter(({ number }) => !numbers.has(number!) && numbers.add(number!)),
  );
});
afterAll(() => world.close());

const untouched = { operatorId: null, stateId: 1, substateId: null, callCount: 0 };
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const aCall = (states: number[], substates: number[], operators: number[]): fc.Arbitrary<AudienceCall> =>
  fc.record({
    number: fc.oneof(
      fc.integer({ min: 1_100_000_000, max: 1_199_999_999 }),
      fc.integer({ min: 1_144_440_000, max: 1_144_449_999 }),
    ),
    operatorId: orNull(fc.constantFrom(...operators)),
    stateId: fc.constantFrom(1, 1, 1, ...states),
    substateId: orNull(fc.constantFrom(...substates)),
    callCount: fc.integer({ min: 0, max: 4 }),
    birthYear: orNull(fc.integer({ min: 1940, max: 1960 })),
    gender: orNull(fc.constantFrom('F', 'M', 'X')),
    districtId: orNull(fc.constantFrom('02', '06')),
    sectionId: orNull(fc.constantFrom('02001', '02002')),
    subsectionId: orNull(fc.constantFrom('a', 'b', 'c')),
    // Before their load and after it.
    updatedAt: fc.integer({ min: 0, max: 50 }).map((month) => new Date(Date.UTC(2024, month, 1))),
  });

const isIn = (text: string, digits: string) => text.startsWith(digits) || (digits.length >= 4 && text.endsWith(digits));
function matches(call: StoredCall, by: AudienceFilters): boolean {
  const checks: boolean[] = [
    by.stateId === undefined || call.stateId === by.stateId,
    by.states === undefined || by.states.includes(call.stateId),
    by.substateId === undefined || call.substateId === by.substateId,
    by.operatorId === undefined || call.operatorId === by.operatorId,
    by.number === undefined || isIn(String(call.number), by.number),
    by.callsMin === undefined || call.callCount >= by.callsMin,
    by.callsMax === undefined || call.callCount <= by.callsMax,
    by.gender === undefined || call.gender === by.gender,
    by.birthYearFrom === undefined || (call.birthYear !== null && call.birthYear >= by.birthYearFrom),
    by.birthYearTo === undefined || (call.birthYear !== null && call.birthYear <= by.birthYearTo),
    by.districtId === undefined || call.districtId === by.districtId,
    by.sectionId === undefined || call.sectionId === by.sectionId,
    by.subsectionId === undefined || call.subsectionId === by.subsectionId,
    by.assigned !== true || call.operatorId === coordinator.id,
  ];
  return checks.every(Boolean);
}

const collator = new Intl.Collator('es');
type Key = string | number | null;
const compare = (a: Exclude<Key, null>, b: Exclude<Key, null>) =>
  typeof a === 'string' ? collator.compare(a, String(b)) : a - Number(b);
const KEYS: Record<AudienceOrder, (call: StoredCall) => Key[]> = {
  id: () => [],
  createdAt: () => [],
  number: (call) => [call.number],
  stateName: (call) => [nameOf('state', call.stateId), call.stateId],
  substateName: (call) => [nameOf('substate', call.substateId), call.substateId],
  userName: (call) => [nameOf('operator', call.operatorId), call.operatorId],
  callCounter: (call) => [call.callCount],
  updatedAt: (call) => [call.updatedAt.getTime()],
};
function sorted(found: StoredCall[], order: AudienceOrder, direction: 'asc' | 'desc'): number[] {
  const way = direction === 'asc' ? 1 : -1;
  const key = (call: StoredCall): Key[] => [...KEYS[order](call), call.id];
  return found
    .toSorted((a, b) => {
      const other = key(b);
      for (const [place, mine] of key(a).entries()) {
        const theirs = other[place]!;
        if (mine === theirs) continue;
        if (mine === null) return 1;
        if (theirs === null) return -1;
        return way * compare(mine, theirs);
      }
      return 0;
    })
    .map(({ id }) => id);
}

/** Filters made from a call that is there, so that most of them match something. */
const someFilters = fc
  .record({
    seed: fc.nat(),
    keep: fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
    digits: fc.integer({ min: 1, max: 10 }),
    tail: fc.boolean(),
  })
  .map(({ seed, keep, digits, tail }): AudienceFilters => {
    const like = calls[seed % calls.length]!;
    const number = tail ? String(like.number).slice(-Math.max(4, digits)) : String(like.number).slice(0, digits);
    const all = {
      stateId: like.stateId,
      states: [like.stateId, calls[(seed + 1) % calls.length]!.stateId],
      substateId: like.substateId ?? undefined,
      operatorId: like.operatorId ?? undefined,
      number,
      callsMin: like.callCount,
      callsMax: like.callCount + 1,
      gender: (like.gender ?? undefined) as 'F' | undefined,
      birthYearFrom: like.birthYear ?? 1945,
      birthYearTo: (like.birthYear ?? 1945) + 5,
      districtId: like.districtId ?? undefined,
      sectionId: like.sectionId ?? undefined,
      subsectionId: like.subsectionId ?? undefined,
    };
    // Each filter one time in four, so that one, two or three of them meet.
    return Object.fromEntries(
      Object.entries(all).filter(([, value], index) => value !== undefined && keep[index] && (seed + index) % 2 === 0),
    );
  });

const request = fc.record({
  filters: fc.nat().chain(() => someFilters),
  order: fc.constantFrom(...AUDIENCE_ORDER),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  size: fc.constantFrom(7, 10, 25, 50, 100),
  page: fc.nat({ max: 30 }),
});

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
      const expected = sorted(
        calls.filter((call) => matches(call, filters)),
        order,
        direction,
      );
      expect(reply.body.totalElementsCount).toBe(expected.length);
      expect(reply.body.calls.map(({ id }) => id)).toEqual(expected.slice(page * size, (page + 1) * size));
    }),
    { numRuns: 150, seed: 11 },
  );
}, 60_000);

// The ways that only audiences of millions take, forced on a small one.
const SHORT: Reach = { near: 20, nearByNumber: 10, firstLook: 64, firstLookRows: 30, few: 20, walk: 200, sweep: 300 };

test('the ways of a large audience give the same pages', async () => {
  const audience = (await findAudience(world.db, coordinator, campaignId, world.clock.now()))!;
  await fc.assert(
    fc.asyncProperty(request, async ({ filters, order, direction, size, page }) => {
      const slice = { offset: page * size, limit: size, direction };
      const ids = await pageIds(world.db, audience, narrow(filters, coordinator), order, slice, SHORT);
      const expected = sorted(
        calls.filter((call) => matches(call, filters)),
        order,
        direction,
      );
      expect(ids).toEqual(expected.slice(slice.offset, slice.offset + size));
    }),
    { numRuns: 400, seed: 4711 },
  );
}, 60_000);

test.each(AUDIENCE_ORDER)('by %s the pages hold every call once', async (order) => {
  const audience = (await findAudience(world.db, coordinator, campaignId, world.clock.now()))!;
  const seen: number[] = [];
  for (let offset = 0; offset < calls.length; offset += 100)
    seen.push(...(await pageIds(world.db, audience, {}, order, { offset, limit: 100, direction: 'desc' }, SHORT)));
  expect(seen.toSorted((a, b) => a - b)).toEqual(calls.map(({ id }) => id));
});
