import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '../../src/db/client.ts';
import { HEAVY_CALLS, readMany } from '../../src/call-store/read/heavy-reads.ts';
import { openReplicas, type ReplicaRead } from '../../src/db/replicas.ts';
import { createTestApp } from '../app.ts';
import { aCoordinator } from '../factories.ts';
import { aCentre, NO_ANSWER, patientClient } from './calling-centre.ts';
import { runDoctor } from './run-doctor.ts';
import { ask, untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess } from './server-process.ts';
import { startPair, type StreamingPair } from './streaming-pair.ts';

const undo: (() => Promise<unknown>)[] = [];
const said: { level: string; message: string; reason?: string }[] = [];
let pair: StreamingPair;
let db: Db;
let read: ReplicaRead;

beforeAll(async () => {
  pair = await startPair();
  undo.push(() => pair.stop());
  await ask(
    pair.url,
    'create table trial (id int generated always as identity, word text default repeat(chr(120), 100))',
  );
  db = createDb(createPool(pair.url));
  undo.push(() => db.destroy());
  const sayAs = (level: string) => (facts: object, message: string) => void said.push({ level, message, ...facts });
  const replicas = openReplicas({
    url: pair.replicaUrl,
    primary: db,
    log: { warn: sayAs('warn'), info: sayAs('info') } as never,
  });
  undo.push(() => replicas.close());
  read = replicas.read;
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** Answering server, result and duration. */
async function look<T>(reading: (server: Db) => Promise<T>) {
  const since = performance.now();
  const servers: ('replica' | 'primary')[] = [];
  const result = await read(db, (server) => {
    servers.push(server === db ? 'primary' : 'replica');
    return reading(server);
  });
  return { result, servers, ms: performance.now() - since };
}
const count = async (server: Db) =>
  (await sql<{ n: number }>`select count(*)::int as n from trial`.execute(server)).rows[0]!.n;
let written = 0;
async function write(): Promise<void> {
  await sql`insert into trial default values`.execute(db);
  written += 1;
}

beforeEach(async () => {
  await untilWorks(async () => {
    if ((await look(count)).servers[0] !== 'replica') throw new Error('the replica is not used');
  }, 20_000);
  said.length = 0;
});

test('reads see preceding writes, nearly always on the replica', async () => {
  const times: number[] = [];
  let fromReplica = 0;
  for (let n = 0; n < 300; n += 1) {
    await write();
    const { result, servers, ms } = await look(count);
    expect(result).toBe(written);
    if (servers[0] === 'replica') fromReplica += 1;
    times.push(ms);
  }
  expect(fromReplica).toBeGreaterThan(290);
  const sorted = times.toSorted((a, b) => a - b);
  process.stdout.write(
    `a read after a write: ${fromReplica} of 300 on the replica, median ${sorted[150]!.toFixed(1)} ms, p99 ${sorted[297]!.toFixed(1)} ms\n`,
  );
});

test('stops using a lagging replica after half a second, logs it once, and uses it again', async () => {
  await ask(pair.replicaUrl, 'select pg_wal_replay_pause()');
  await write();
  const first = await look(count);
  expect(first).toMatchObject({ result: written, servers: ['primary'] });
  expect(first.ms).toBeLessThan(2_000);
  for (let n = 0; n < 5; n += 1) {
    await write();
    const later = await look(count);
    expect(later).toMatchObject({ result: written, servers: ['primary'] });
    expect(later.ms).toBeLessThan(200);
  }
  expect(said).toMatchObject([{ level: 'warn', reason: 'it is more than 500 ms behind' }]);
  await ask(pair.replicaUrl, 'select pg_wal_replay_resume()');
  await expect.poll(async () => (await look(count)).servers, { timeout: 15_000 }).toEqual(['replica']);
  expect(said.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('throws errors of the read itself without a retry', async () => {
  const servers: Db[] = [];
  const broken = read(db, (server) => {
    servers.push(server);
    return sql`select 1 / 0`.execute(server);
  });
  await expect(broken).rejects.toThrow('division by zero');
  expect(servers).toHaveLength(1);
  expect(servers[0]).not.toBe(db);
  await expect(read(db, (server) => sql`insert into trial default values`.execute(server))).rejects.toThrow(
    'read-only',
  );
});

test('heavy statements use the replica, light ones do not', async () => {
  const isOnReplica = async (calls: number) => {
    const { rows } = await readMany({ db, heavyDb: db, read }, { calls }, (trx) =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(trx),
    );
    return rows[0]!.standby;
  };
  expect(await isOnReplica(HEAVY_CALLS + 1)).toBe(true);
  expect(await isOnReplica(HEAVY_CALLS)).toBe(false);
});

test('skips the primary in a list of all members', async () => {
  const url = pair.replicaUrl.replace('@', `@${new URL(pair.url).host},`);
  const replicas = openReplicas({ url, primary: db, log: { warn: () => {}, info: () => {} } as never });
  for (let n = 0; n < 4; n += 1) {
    const server = await replicas.read(db, async (there) => {
      await count(there);
      return there;
    });
    expect(server).not.toBe(db);
  }
  await replicas.close();
});

test('the doctor distinguishes a replica from another server', async () => {
  const env = { DATABASE_URL: pair.url, JWT_SECRET: 'x'.repeat(40) };
  const reportOf = (readUrl: string) => runDoctor('Réplica', { ...env, DATABASE_READ_URL: readUrl });
  expect(await reportOf(pair.replicaUrl)).toEqual(['note: al día, con hot_standby_feedback = off']);
  expect(await reportOf(pair.url)).toEqual(['bad: no es una réplica: es el servidor principal']);
  const both = pair.replicaUrl.replace('@', `@${new URL(pair.url).host},`);
  expect(await reportOf(both)).toEqual([
    'well: es hoy el servidor principal: se lee de las demás',
    expect.stringContaining('al día'),
  ]);
  expect(await reportOf('postgres://postgres@127.0.0.1:1/postgres')).toEqual([expect.stringMatching(/^note: /)]);
});

/** Faults of the replica during a read, and its recovery. */
const FAULTS: [string, () => Promise<void>, () => Promise<void>][] = [
  ['killed', () => pair.signalReplica('SIGKILL'), () => pair.startReplica()],
  ['frozen', () => pair.signalReplica('SIGSTOP'), () => pair.signalReplica('SIGCONT')],
];
test.each(FAULTS)(
  'a replica %s in the middle of a reading costs seconds, and no error',
  async (_, strike, bringBack) => {
    let begun = () => {};
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    const reading = look(async (server) => {
      if (server !== db) {
        begun();
        await sql`select pg_sleep(25)`.execute(server);
      }
      return count(server);
    });
    await isUnderWay;
    await strike();
    const struck = await reading;
    expect(struck).toMatchObject({ result: written, servers: ['replica', 'primary'] });
    expect(struck.ms).toBeLessThan(6_000);
    await expect.poll(async () => (await look(count)).ms, { timeout: 6_000 }).toBeLessThan(100);
    await write();
    expect(await look(count)).toMatchObject({ result: written, servers: ['primary'] });
    expect(said.map(({ level }) => level)).toEqual(['warn']);
    await bringBack();
    await expect.poll(async () => (await look(count)).servers, { timeout: 20_000 }).toEqual(['replica']);
    expect(said.map(({ level }) => level)).toEqual(['warn', 'info']);
  },
);

test('a read cancelled by a recovery conflict is repeated on the primary', async () => {
  const conflicting = look((server) =>
    server
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const before = await count(trx);
        if (server !== db) {
          await ask(pair.url, 'delete from trial');
          await ask(pair.url, 'vacuum trial');
          await sql`select pg_sleep(5)`.execute(trx);
        }
        return before;
      }),
  );
  expect(await conflicting).toMatchObject({ result: 0, servers: ['replica', 'primary'] });
  written = 0;
});

const run = promisify(execFile);
const VERIFY = fileURLToPath(new URL('../../src/commands/verify.ts', import.meta.url));
const METRICS_TOKEN = 'una-llave-para-las-metricas';

test('one node writes and another reads, also while the replica is frozen', async () => {
  const base = await createTestApp();
  undo.push(() => base.close());
  const world = { ...base, databaseUrl: pair.url };
  const env = {
    DATABASE_URL: pair.url,
    DATABASE_READ_URL: pair.replicaUrl,
    JWT_SECRET: base.deps.config.jwtSecret ?? '',
    DATA_DIR: base.deps.config.dataDir,
    LOG_LEVEL: 'warn',
  };
  const more = { SEED: 'base', ADMIN_EMAIL: 'admin@prueba.gob.ar', RATE_LIMIT: '1000000', METRICS_TOKEN };
  const servers = [startProcess({ ...env, ...more }), startProcess({ ...env, ...more })];
  undo.push(() => Promise.all(servers.map(endProcess)));
  const nodes = await Promise.all(servers.map(({ ready }) => ready));
  const outside = await createTestApp({ beside: world });
  undo.push(() => outside.close());
  outside.clock.set(new Date());
  const centre = await aCentre(outside, { people: 2, calls: 60, shared: false });
  const manager = await aCoordinator(outside);
  const get = async <T>(node: number, path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${manager.token}` };
    const reply = await fetch(`${nodes[node]}/api${path}`, { headers });
    expect(reply.status, path).toBe(200);
    return (await reply.json()) as T;
  };
  const register = async (place: number) => {
    const client = patientClient(() => [nodes[0]!], centre.people[place % 2]!);
    const reply = await client.register(centre.campaignId, centre.callIds[place]!, { stateId: NO_ANSWER });
    expect(reply.status).toBe(200);
  };
  // A recovery conflict may cancel the statement.
  const replay = (call: string) =>
    ask(pair.replicaUrl, `select pg_wal_replay_${call}()`).catch(() =>
      ask(pair.replicaUrl, `select pg_wal_replay_${call}()`),
    );
  for (let place = 0; place < 60; place += 1) {
    if (place === 20) await replay('pause');
    if (place === 40) await replay('resume');
    await register(place);
    const { totalCalled } = await get<{ totalCalled: number }>(1, `/statistics/${centre.campaignId}`);
    expect(totalCalled).toBe(place + 1);
  }
  const [audited] = await ask<{ n: number }>(pair.url, 'select count(*)::int as n from audit');
  const audit = await get<{ totalElementsCount: number }>(1, '/audit?pageNumber=0&pageSize=10');
  expect(audit.totalElementsCount).toBe(audited!.n);
  const readings = async () => {
    const reply = await fetch(`${nodes[1]}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const text = await reply.text();
    return (server: string) =>
      Number(new RegExp(`^campanero_heavy_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const counted = await readings();
  expect(counted('replica')).toBeGreaterThan(15);
  expect(counted('primary')).toBeGreaterThan(15);
  await expect
    .poll(
      async () => {
        await get(1, `/statistics/${centre.campaignId}`);
        return (await readings())('replica') - counted('replica');
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0);

  const asked = await fetch(`${nodes[0]}/api/campaign/${centre.campaignId}/export/call`, {
    headers: { authorization: `Bearer ${manager.token}` },
  });
  expect(asked.status).toBe(202);
  const { id } = (await asked.json()) as { id: string };
  const detail = () => get<{ status: string; rows: number }>(1, `/export/${id}/status`);
  await expect.poll(async () => (await detail()).status, { timeout: 60_000 }).toBe('COMPLETED');
  expect((await detail()).rows).toBe(60);
  expect(await pair.replicaLog()).toMatch(/^campanero export: LOG: {2}.*copy/im);

  const before = (await pair.replicaLog()).length;
  const verified = await run(process.execPath, [VERIFY], { env: { ...env, PATH: process.env['PATH'] ?? '' } });
  expect(verified.stdout).toContain('Todo coincide.');
  expect((await pair.replicaLog()).slice(before)).toContain('call_history');
});
