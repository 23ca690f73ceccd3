import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { aLife, live } from '../random-life.ts';

const RUNS = Number(process.env['LIVES'] ?? 60);

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test(`${RUNS} long lives of some campaigns: everything that is kept twice coincides after each`, async () => {
  await fc.assert(
    fc.asyncProperty(aLife({ min: 30, max: 90, hasRaces: true }), async (steps) => {
      expect(await live(world, steps)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
