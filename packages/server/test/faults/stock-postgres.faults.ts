import { afterAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { aCentre, NO_ANSWER, patientClient, type Centre } from './calling-centre.ts';
import { runDoctor } from './run-doctor.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { missingPrograms } from './installed-programs.ts';
import { ask } from './postgres-holder.ts';
import { endProcess, startProcess } from './server-process.ts';

const isMissing = missingPrograms(['pg_controldata']).length > 0;
const PEOPLE = 20;
const CALLS_EACH = 5;
/** Limit of the median of twenty in milliseconds; with JIT it was 1,800 and more. */
const LIMIT_MS = 100;
/** Limit of the median relative to the embedded database. */
const RATIO = 4;

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** The product as a child process on that database. */
async function startNode(base: TestApp, databaseUrl: string): Promise<{ node: string; outside: TestApp }> {
  const world = { ...base, databaseUrl };
  const server = startProcess({
    DATABASE_URL: databaseUrl,
    JWT_SECRET: base.deps.config.jwtSecret ?? '',
    DATA_DIR: base.deps.config.dataDir,
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'warn',
  });
  undo.push(() => endProcess(server));
  const node = await server.ready;
  const outside = await createTestApp({ beside: world });
  undo.push(() => outside.close());
  outside.clock.set(new Date());
  return { node, outside };
}

interface Times {
  middle: number;
  slowest: number;
}
function timesOf(waits: number[]): Times {
  const sorted = waits.toSorted((one, other) => one - other);
  return { middle: sorted[sorted.length >> 1]!, slowest: sorted.at(-1)! };
}

/** Sequential: measures the statement, not the queue for two cores. */
async function measureNext(node: string, { campaignId, people }: Centre, status: number): Promise<Times> {
  const waits: number[] = [];
  for (const user of people) {
    const client = patientClient(() => [node], user);
    await client.next(campaignId, 0);
    const begun = performance.now();
    const reply = await client.next(campaignId, 0);
    waits.push(performance.now() - begun);
    expect(reply.status).toBe(status);
  }
  return timesOf(waits);
}

/** Next contact of operators, of managers with a shared queue, and with an empty queue. */
async function measureCentre(base: TestApp, databaseUrl: string): Promise<Record<string, Times>> {
  const { node, outside } = await startNode(base, databaseUrl);
  const calls = PEOPLE * CALLS_EACH;
  const operators = await aCentre(outside, { people: PEOPLE, calls, shared: false });
  const managers = await aCentre(outside, { people: PEOPLE, calls, shared: true });
  const times = { operator: await measureNext(node, operators, 200), manager: await measureNext(node, managers, 200) };
  const register = (callId: number, place: number) =>
    patientClient(() => [node], operators.people[place % PEOPLE]!).register(operators.campaignId, callId, {
      stateId: NO_ANSWER,
      observations: '',
    });
  for (const [place, callId] of operators.callIds.entries()) expect((await register(callId, place)).status).toBe(200);
  return { ...times, 'nothing left': await measureNext(node, operators, 422) };
}

test.skipIf(isMissing)(
  'next contact on an installed PostgreSQL with jit on is as fast as on the embedded one',
  async () => {
    const postgres = await startInstalledPostgres();
    undo.push(() => postgres.stop());
    const url = postgres.url('campanero');
    const [facts] = await ask<{ jit: string; version: string; compiles: boolean }>(
      url,
      `select current_setting('jit') as jit, current_setting('server_version') as version, pg_jit_available() as compiles`,
    );
    expect(facts).toMatchObject({ jit: 'on', compiles: true });
    const base = await createTestApp();
    undo.push(() => base.close());
    const embedded = await measureCentre(base, base.databaseUrl);
    const stock = await measureCentre(base, url);
    process.stdout.write(`PostgreSQL ${facts!.version}: ${JSON.stringify({ stock, embedded })}\n`);
    for (const [kind, { middle }] of Object.entries(stock)) {
      expect.soft(middle, kind).toBeLessThan(LIMIT_MS);
      expect.soft(middle, kind).toBeLessThan(RATIO * embedded[kind]!.middle + 20);
    }
  },
);

test.skipIf(isMissing)('the doctor checks settings that no session can set', async () => {
  const postgres = await startInstalledPostgres();
  undo.push(() => postgres.stop());
  const env = { DATABASE_URL: postgres.url('campanero'), JWT_SECRET: 'a-secret-for-tests-that-is-long-enough' };
  expect(await runDoctor('Base de datos', env)).toEqual([
    // Three of 100 are reserved for superusers.
    expect.stringMatching(/^well: PostgreSQL \d+, 97 conexiones$/),
    'note: fsync = off',
    'note: log_error_verbosity = default',
    'note: max_wal_size = 1GB',
  ]);
});
