import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { aLife, live, liveTogether } from '../random-life.ts';
import { storedJobs } from '../stored-jobs.ts';

const RUNS = Number(process.env['LIVES'] ?? 60);

/** Truly parallel, so the same life need not end the same way twice. */
const PARALLEL_RUNS = Math.ceil(RUNS / 4);

let world: TestApp;
let beside: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  beside = await createTestApp({ jobs: storedJobs });
});
afterAll(() => Promise.all([world.close(), beside.close()]));

test(`${RUNS} long lives of some campaigns: everything that is kept twice coincides after each`, async () => {
  await fc.assert(
    fc.asyncProperty(aLife({ min: 30, max: 90, hasRaces: true }), async (steps) => {
      expect(await live(world, steps)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('a verification reports nothing and a rebuild changes nothing while loads, blocks and erasures go on', async () => {
  await fc.assert(
    fc.asyncProperty(aLife({ min: 30, max: 45, hasRaces: true }), async (steps) => {
      expect(await liveTogether(beside, steps)).toEqual([]);
    }),
    { numRuns: PARALLEL_RUNS, endOnFailure: true },
  );
});
