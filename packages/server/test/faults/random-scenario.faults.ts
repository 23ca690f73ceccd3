import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { aScenario, runScenario, runConcurrentScenario } from '../random-scenario.ts';
import { storedJobs } from '../stored-jobs.ts';

const RUNS = Number(process.env['LIVES'] ?? 60);

/** Parallel, so not deterministic. */
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
    fc.asyncProperty(aScenario({ min: 30, max: 90, hasRaces: true }), async (steps) => {
      expect(await runScenario(world, steps)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('verification and rebuild find nothing during loads, blocks and erasures', async () => {
  await fc.assert(
    fc.asyncProperty(aScenario({ min: 30, max: 45, hasRaces: true }), async (steps) => {
      expect(await runConcurrentScenario(beside, steps)).toEqual([]);
    }),
    { numRuns: PARALLEL_RUNS, endOnFailure: true },
  );
});
