import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kill } from '../../src/db/embedded/processes.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { countersOf } from '../calling.ts';
import {
  aCentre,
  askQuestions,
  type Centre,
  expectAnswersWithEntries,
  expectNothingLost,
  NO_ANSWER,
  PARTICIPATES,
  patientClient,
} from './calling-centre.ts';
import { ask, holdPostgres, untilGone, untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const CLIENTS = Number(process.env['FAULT_CLIENTS'] ?? 200);
const CALLS = Number(process.env['FAULT_CALLS'] ?? 10_000);
const KILLS_OF_EACH = Number(process.env['FAULT_KILLS'] ?? 5);
const WRITERS = 50;

let started: ServerProcess[] = [];
let undo: (() => Promise<void>)[] = [];
beforeEach(() => {
  started = [];
  undo = [];
});
afterEach(async () => {
  for (const server of started) await endProcess(server);
  for (const step of undo.toReversed()) await step();
});

const aNode = (world: TestApp): ServerProcess => {
  const server = startProcess({
    DATABASE_URL: world.databaseUrl,
    JWT_SECRET: world.deps.config.jwtSecret ?? '',
    DATA_DIR: world.deps.config.dataDir,
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'error',
  });
  started.push(server);
  return server;
};

/** An installation with the base catalogue and the real time. */
async function anInstallation(): Promise<{ world: TestApp; node: ServerProcess }> {
  const world = await createTestApp();
  undo.push(() => world.close());
  world.clock.set(new Date());
  const node = aNode(world);
  await node.ready;
  return { world, node };
}

/** Takes and registers calls until 422; returns them in order. */
async function drain(
  nodes: () => readonly string[],
  { campaignId }: Centre,
  user: Centre['people'][number],
): Promise<number[]> {
  const client = patientClient(nodes, user);
  const given: number[] = [];
  for (;;) {
    const { status, body } = await client.next(campaignId, given.at(-1) ?? 0);
    if (status === 422) return given;
    expect(status).toBe(200);
    const registered = await client.register(campaignId, body.callId!, { stateId: PARTICIPATES });
    expect(registered.status).toBe(200);
    given.push(body.callId!);
  }
}

/** Expected to be empty: calls not given exactly once, wrong numbers of entries, wrong order, wrong figures. */
async function faultsOf(world: TestApp, centre: Centre, given: number[][]) {
  const times = new Map(centre.callIds.map((id) => [id, 0]));
  for (const id of given.flat()) times.set(id, (times.get(id) ?? 0) + 1);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from call_history where campaign_id = ${centre.campaignId}`.execute(world.db);
  const { kept, counted } = await countersOf(world, centre.campaignId);
  return {
    notOnce: [...times].filter(([, count]) => count !== 1),
    surplus: (rows[0]?.n ?? 0) - centre.callIds.length,
    outOfOrder: given.filter((own) => own.some((id, place) => id < (own[place - 1] ?? 0))),
    falseFigures: Object.keys({ ...kept, ...counted }).filter((name) => kept[name] !== counted[name]),
  };
}
const NO_FAULTS = { notOnce: [], surplus: 0, outOfOrder: [], falseFigures: [] };

// No contact is given twice or skipped, the order is stable, the end is 422.
test(`${CLIENTS} people empty one queue of ${CALLS} calls: each of them once, in order`, async () => {
  const { world, node } = await anInstallation();
  const url = await node.ready;
  const centre = await aCentre(world, { people: CLIENTS, calls: CALLS, shared: true });
  const given = await Promise.all(centre.people.map((user) => drain(() => [url], centre, user)));
  expect(await faultsOf(world, centre, given)).toEqual(NO_FAULTS);
});

test('with two nodes, one of them killed', async () => {
  const { world, node } = await anInstallation();
  const other = aNode(world);
  let nodes = [await node.ready, await other.ready];
  const centre = await aCentre(world, { people: CLIENTS, calls: CALLS, shared: true });
  const killed = (async () => {
    const half = CALLS / 2;
    for (;;) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from call_history where campaign_id = ${centre.campaignId}`.execute(world.db);
      if ((rows[0]?.n ?? 0) >= half) break;
      await sleep(100);
    }
    other.child.kill('SIGKILL');
    nodes = nodes.slice(0, 1);
  })();
  const given = await Promise.all(centre.people.map((user) => drain(() => nodes, centre, user)));
  await killed;
  expect(await faultsOf(world, centre, given)).toEqual(NO_FAULTS);
});

// Acknowledged registrations are stored once, others at most once, and each with the answers that came with it.
test(`${WRITERS} operators, ${KILLS_OF_EACH} kill -9 of the server and of PostgreSQL: no acknowledged outcome or answer is lost or doubled`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-calls-'));
  await chmod(dataDir, 0o711);
  const data = join(dataDir, 'postgres', 'data');
  const holder = await holdPostgres(dataDir);
  undo.push(async () => {
    await holder.end();
    await untilGone(data, 20_000);
    await rm(dataDir, { recursive: true, force: true });
  });
  const base = await createTestApp();
  undo.push(() => base.close());
  const world = { ...base, databaseUrl: holder.url };
  let server = aNode(world);
  let url = await server.ready;
  const outside = await createTestApp({ beside: { ...world, clock: base.clock } });
  undo.push(() => outside.close());
  outside.clock.set(new Date());
  const centre = await aCentre(outside, { people: WRITERS, calls: WRITERS * 20, shared: false });
  const answersOf = await askQuestions(outside, centre);

  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  const stopped = new AbortController();
  const work = async (user: Centre['people'][number], place: number) => {
    const client = patientClient(() => [url], user, 120_000);
    for (let n = 0; !stopped.signal.aborted; n += 1) {
      const tag = `${place}-${n}`;
      sent.add(tag);
      // Calls are assigned in turn: position p belongs to user p modulo their number.
      const callId = centre.callIds[place + WRITERS * (n % 20)]!;
      const interview = answersOf(tag, 1 + (n % 3));
      const body = { stateId: NO_ANSWER, observations: tag, interview };
      const reply = await client.register(centre.campaignId, callId, body);
      expect(reply.status).toBe(200);
      acknowledged.add(tag);
      await sleep(100);
    }
  };
  const working = Promise.all(centre.people.map(work));
  for (const victim of Array.from({ length: KILLS_OF_EACH }, () => ['server', 'postgres'] as const).flat()) {
    await sleep(1_000 + Math.random() * 2_000);
    if (victim === 'server') {
      server.child.kill('SIGKILL');
      await server.exit;
      server = aNode(world);
      url = await server.ready;
    } else {
      kill(Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
      await untilWorks(() => ask(holder.url, 'select 1'), 20_000);
    }
  }
  const soFar = acknowledged.size;
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(soFar + WRITERS);
  stopped.abort();
  await working;

  await expectNothingLost(holder.url, outside, centre, { sent, acknowledged });
  await expectAnswersWithEntries(holder.url, outside, centre);
});
