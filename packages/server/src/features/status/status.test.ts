import { api } from '@campanero/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { storeFact } from '../../db/setting.ts';
import { createDb, createPool } from '../../db/client.ts';
import { bad, type Finding, well } from '../../doctor/finding.ts';
import { createNodeTask } from '../../process/node-heartbeat.ts';
import { jobDefinitions } from '../../process/parts.ts';
import { countFailure } from '../../work/metrics.ts';
import { VERSION } from '../../version.ts';
import { isKnownQueue, QUEUE_COUNT } from './queue.words.ts';
import { readDatabase, selectReplicas } from './status.queries.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  await world.forget();
  admin = await anAdministrator(world);
});

/** Acts as a standby: streams the WAL from a position and confirms it as applied. */
async function streamFrom(url: string, lsn: string): Promise<pg.Client> {
  const options = { connectionString: url, replication: 'database', application_name: 'segunda' };
  const client = new pg.Client(options);
  client.on('error', () => {});
  await client.connect();
  const { connection } = client as unknown as {
    connection: { once(event: string, heard: () => void): void; sendCopyFromChunk(chunk: Buffer): void };
  };
  const begun = new Promise<void>((resolve) => connection.once('replicationStart', resolve));
  client.query(`START_REPLICATION PHYSICAL ${lsn}`).catch(() => {});
  await begun;
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint];
  const status = Buffer.alloc(34);
  status.write('r');
  for (const place of [1, 9, 17]) status.writeBigUInt64BE((high << 32n) | low, place);
  connection.sendCopyFromChunk(status);
  return client;
}

const signal = new AbortController().signal;
const view = async () => (await as(world, admin).call(api.status.view)).body;
/** A node with these findings. */
function aNode(name: string, found: () => Finding[] | Promise<Finding[]> = () => []) {
  const task = createNodeTask({ name, look: async () => found() });
  return { ...task, beat: (deps = world.deps) => task.run(deps, signal) };
}
const silence = (name: string, seconds: number) =>
  sql`update server_node set seen_at = now() - make_interval(secs => ${seconds}) where name = ${name}`.execute(
    world.db,
  );
const abouts = async () => (await view()).findings.map(({ state, about }) => `${state} ${about}`);

test('lists nodes; removes stopped ones and marks silent ones', async () => {
  const [one, other] = [aNode('uno:3000'), aNode('dos:3000')];
  await Promise.all([one.beat(), other.beat({ ...world.deps, config: { ...world.deps.config, role: 'web' } })]);
  const { nodes } = await view();
  expect(nodes).toMatchObject([
    { name: 'dos:3000', role: 'web', version: VERSION, isAlive: true },
    { name: 'uno:3000', role: 'all', version: VERSION, isAlive: true },
  ]);
  await one.end(world.deps);
  expect((await view()).nodes.map(({ name }) => name)).toEqual(['dos:3000']);
  // The remaining node is web only.
  expect(await abouts()).toContain('bad Nodos');
  await silence('dos:3000', 40);
  expect((await view()).nodes).toMatchObject([{ name: 'dos:3000', isAlive: false }]);
  expect(await abouts()).toContain('bad Nodo dos:3000');
  await silence('dos:3000', 90_000);
  await aNode('tres:3000').beat();
  expect((await view()).nodes.map(({ name }) => name)).toEqual(['tres:3000']);
});

test('nodes of different versions are named', async () => {
  await Promise.all([aNode('uno:1').beat(), aNode('dos:2').beat()]);
  expect(await abouts()).not.toContain('note Versión');
  await sql`update server_node set version = '0.9.0' where name = 'dos:2'`.execute(world.db);
  expect((await view()).findings.find(({ about }) => about === 'Versión')?.says).toContain(
    `0.9.0 en dos:2; ${VERSION} en uno:1`,
  );
});

test('merges equal findings of nodes; their start survives a restart', async () => {
  const away = bad('Correo (SMTP_URL)', 'mail.ciudad: self-signed certificate', 'Haga algo.');
  const one = aNode('uno:1', () => [away, well('Antivirus', 'bien')]);
  const other = aNode('dos:2', () => [away]);
  await Promise.all([one.beat(), other.beat()]);
  const mailOf = async () => (await view()).findings.filter(({ about }) => about.startsWith('Correo ('));
  await vi.waitFor(async () => expect((await mailOf())[0]?.nodes).toHaveLength(2));
  const since = (await mailOf())[0]!.since;
  expect(since).toBe(world.clock.now().toISOString());
  expect(await mailOf()).toMatchObject([{ ...away, nodes: ['dos:2', 'uno:1'] }]);
  // The oldest of the checks with this finding.
  await sql`update server_node set looked_at = '2026-03-10T12:00:00Z' where name = 'dos:2'`.execute(world.db);
  expect((await mailOf())[0]?.checkedAt).toBe('2026-03-10T12:00:00.000Z');

  world.clock.advance(3_600_000);
  await Promise.all([one.end(world.deps), other.end(world.deps)]);
  const again = aNode('uno:1', () => [away]);
  await again.beat();
  await vi.waitFor(async () => expect((await mailOf())[0]?.nodes).toEqual(['uno:1']));
  expect((await mailOf())[0]?.since).toBe(since);
});

test('a requested check runs on every node at its next heartbeat; a hanging one blocks nothing', async () => {
  let found: Finding[] = [well('Archivos', 'antes')];
  const { promise: hanging } = Promise.withResolvers<Finding[]>();
  let hangs = false;
  const node = aNode('uno:1', () => (hangs ? hanging : found));
  await node.beat();
  await vi.waitFor(async () => expect((await view()).nodes[0]?.lookedAt).not.toBeNull());
  found = [bad('Archivos', 'después', 'Haga algo.')];
  await node.beat();
  expect((await view()).findings.some(({ says }) => says === 'después')).toBe(false);

  expect((await as(world, admin).call(api.status.look, undefined, { 'idempotency-key': 'una' })).body.isLooking).toBe(
    true,
  );
  await node.beat();
  await vi.waitFor(async () => expect((await view()).isLooking).toBe(false));
  expect((await view()).findings.some(({ says }) => says === 'después')).toBe(true);

  hangs = true;
  await as(world, admin).call(api.status.look);
  await node.beat();
  await node.beat();
  expect(await view()).toMatchObject({ isLooking: true, nodes: [{ isAlive: true }] });
});

test('a failed connection triggers a check within seconds', async () => {
  let looks = 0;
  const node = aNode('uno:1', () => {
    looks += 1;
    return [];
  });
  const began = performance.now();
  const now = vi.spyOn(performance, 'now');
  const beatAt = async (ms: number) => {
    now.mockReturnValue(began + ms);
    await node.beat();
    await vi.waitFor(async () => expect((await view()).nodes[0]?.lookedAt).not.toBeNull());
    return looks;
  };
  expect(await beatAt(0)).toBe(1);
  expect(await beatAt(70_000)).toBe(1);
  countFailure('storage');
  expect(await beatAt(75_000)).toBe(2);
  countFailure('storage');
  expect(await beatAt(80_000)).toBe(2);
  expect(await beatAt(86_000)).toBe(3);
  expect(await beatAt(210_000)).toBe(3);
  now.mockRestore();
});

test('logs one warning when a check fails', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const node = aNode('uno:1', () => [bad('Antivirus (CLAMAV_URL)', 'connect ECONNREFUSED 127.0.0.1:1', 'Inícielo.')]);
  await node.beat({ ...world.deps, log });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0]!)).toMatchObject({
    about: 'Antivirus (CLAMAV_URL)',
    reason: 'connect ECONNREFUSED 127.0.0.1:1',
  });
  world.clock.advance(60_000);
  await as(world, admin).call(api.status.look);
  await node.beat({ ...world.deps, log });
  await vi.waitFor(async () => expect((await view()).isLooking).toBe(false));
  expect(lines).toHaveLength(1);
});

test('database version, size and connections', async () => {
  const { database } = await view();
  expect(database.version).toMatch(/^\d+/);
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(database.connections).toBeGreaterThan(0);
  expect(database.maxConnections).toBeGreaterThan(database.connections);
  expect(database.replicas).toEqual([]);
});

test('replicas with their lag, if the role may see it', async () => {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(world.db);
  const replica = await streamFrom(world.databaseUrl, rows[0]!.lsn);
  await sql`insert into rate_limit values ('x', now(), 1); create table grows as select generate_series(1, 1000) as n`.execute(
    world.db,
  );
  await vi.waitFor(async () => {
    const { database } = await view();
    expect(database).toMatchObject({
      seesLag: true,
      replicas: [{ name: 'segunda', state: 'streaming', isSynchronous: false }],
    });
    expect(database.replicas[0]!.lagBytes).toBeGreaterThan(1_000);
  });
  await sql`drop table grows`.execute(world.db);

  const role = `sin_permiso_${process.pid}`;
  await sql.raw(`create role ${role} login`).execute(world.db);
  const url = new URL(world.databaseUrl);
  url.username = role;
  const modest = createDb(createPool(url.href, { max: 1 }));
  await sql.raw(`grant connect on database ${url.pathname.slice(1)} to ${role}`).execute(world.db);
  expect(await readDatabase(modest)).toMatchObject({ seesLag: false });
  expect(await selectReplicas(modest)).toMatchObject([{ lagBytes: null }]);
  await modest.destroy();
  await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(world.db);
  await replica.end();
});

test('backup and audit: unknown, fresh, old and with findings', async () => {
  expect(await abouts()).toContain('note Respaldo');
  await storeFact(world.db, 'backup.last', { place: '/respaldos/ayer' });
  await storeFact(world.db, 'backup.last', { place: '/respaldos/hoy' });
  const { backup } = await view();
  expect(backup).toMatchObject({ place: '/respaldos/hoy' });
  expect(Math.abs(Date.parse(backup!.at) - Date.now())).toBeLessThan(60_000);
  expect(await abouts()).toContain('well Respaldo');
  const days = (n: number) => new Date(world.clock.now().getTime() - n * 86_400_000);
  await sql`update installation set at = ${days(3)} where key = 'backup.last'`.execute(world.db);
  expect(await abouts()).toContain('note Respaldo');

  const check = (findingCount: number) =>
    sql`insert into installation (key, value, at) values ('audit.check', ${JSON.stringify({ rows: 7, findingCount })}::jsonb, ${world.clock.now()})
      on conflict (key) do update set value = excluded.value, at = excluded.at`.execute(world.db);
  await check(0);
  expect((await view()).audit).toMatchObject({ rows: 7, findingCount: 0 });
  expect((await abouts()).filter((about) => about.endsWith('Auditoría'))).toEqual(['well Auditoría']);
  await check(2);
  expect(await abouts()).toContain('bad Auditoría');
});

test('counts waiting mail with its error, and refused mail', async () => {
  const { now } = world.clock;
  const put = (id: string, next: string, at: Date) =>
    sql`insert into mail (recipient, subject, body, message_id, created_at, next_attempt_at, last_error)
      values ('a@b.gob.ar', 'x', 'x', ${id}, ${at}, ${next}::timestamptz, 'CERT_HAS_EXPIRED')`.execute(world.db);
  await put('1', now().toISOString(), new Date(now().getTime() - 3_600_000));
  await put('2', 'infinity', now());
  expect((await view()).mail).toEqual({ waiting: 1, refused: 1, oldestSeconds: 3600, lastError: 'CERT_HAS_EXPIRED' });
  const waiting = (await view()).findings.find(({ about }) => about === 'Correo en espera');
  expect(waiting).toMatchObject({ state: 'bad', says: 'un correo espera hace hasta 60 min (CERT_HAS_EXPIRED)' });
});

const QUEUE = 'audit.check-chain';
async function putJob(state: string, { key = null as string | null, policy = 'standard', name = QUEUE } = {}) {
  await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy })}::jsonb)`
    .execute(world.db)
    .catch(() => {});
  const at = new Date(world.clock.now().getTime() - 3_600_000);
  const output = state === 'failed' ? JSON.stringify({ message: 'no hay lugar', stack: 'x' }) : null;
  await sql`insert into pgboss.job (name, state, policy, singleton_key, start_after, created_on, completed_on, output)
    values (${name}, ${state}::pgboss.job_state, ${policy}, ${key}, ${at}, ${at}, ${state === 'failed' ? at : null}, ${output}::jsonb)`.execute(
    world.db,
  );
}
const jobsOf = async (name = QUEUE) =>
  (
    await sql<{ state: string }>`select state::text as state from pgboss.job where name = ${name} order by 1`.execute(
      world.db,
    )
  ).rows.map(({ state }) => state);

test('every job has a title', () => {
  const names = new Set([...jobDefinitions.map(({ name }) => name), '__pgboss__send-it']);
  expect([...names].filter((name) => !isKnownQueue(name))).toEqual([]);
  expect(names.size).toBe(QUEUE_COUNT);
});

test('queues with waiting, active and failed jobs', async () => {
  for (const state of ['created', 'active', 'failed', 'completed']) await putJob(state);
  const { queues, emptyQueues } = await view();
  expect(queues).toMatchObject([
    {
      name: QUEUE,
      title: 'Verificar la auditoría',
      waiting: 1,
      running: 1,
      failed: 1,
      oldestSeconds: 3600,
      lastFailure: { reason: 'no hay lugar' },
    },
  ]);
  expect(emptyQueues).toBe(QUEUE_COUNT - 1);
  expect(await abouts()).toEqual(
    expect.arrayContaining(['bad Cola «Verificar la auditoría»', 'note Cola «Verificar la auditoría»']),
  );
});

test('failed jobs are retried or dropped with an audit record; 409 without any', async () => {
  const retry = (name: string) => as(world, admin).send(api.status.retryFailed, { params: { name } });
  const drop = (name: string) => as(world, admin).send(api.status.dropFailed, { params: { name } });
  expect((await retry('no.such')).status).toBe(404);
  expect((await retry('NO SUCH')).status).toBe(400);
  expect((await retry(QUEUE)).body).toMatchObject({ error: 'NO_FAILED_JOBS' });
  expect((await drop(QUEUE)).status).toBe(409);

  await putJob('failed');
  await putJob('failed');
  const reply = await retry(QUEUE);
  expect(reply.body.queues).toMatchObject([{ failed: 0 }]);
  expect(await jobsOf()).toEqual(['retry', 'retry']);
  await putJob('failed');
  expect((await drop(QUEUE)).status).toBe(200);
  expect(await jobsOf()).toEqual(['retry', 'retry']);
  const records = (await auditOf(world)).filter(({ objectType }) => objectType === 'queue');
  expect(records).toMatchObject([
    { userId: admin.id, action: 'ETIQUETA', subaction: 'ACCIÓN', objectId: QUEUE },
    { userId: admin.id, action: 'ETIQUETA', subaction: 'ACCIÓN', objectId: QUEUE },
  ]);
  expect(JSON.stringify(records[0]!.info)).toContain('Reintentar trabajos fallidos');
  expect(JSON.stringify(records[1]!.info)).toContain('Descartar trabajos fallidos');
});

test('retries at most one unique job, and none while one is active', async () => {
  const name = 'campaign.close';
  const only = (key: string) => ({ name, policy: 'exclusive', key });
  await putJob('failed', only('7'));
  await putJob('failed', only('7'));
  await putJob('failed', only('8'));
  await putJob('active', only('8'));
  expect((await as(world, admin).send(api.status.retryFailed, { params: { name } })).status).toBe(200);
  expect(await jobsOf(name)).toEqual(['active', 'retry']);
});

test('permissions', async () => {
  expect((await as(world, null).send(api.status.view)).status).toBe(401);
  const coordinator = await aCoordinator(world);
  for (const spec of [api.status.view, api.status.look])
    expect((await as(world, coordinator).send(spec)).status).toBe(403);
  for (const spec of [api.status.retryFailed, api.status.dropFailed])
    expect((await as(world, coordinator).send(spec, { params: { name: QUEUE } })).status).toBe(403);
});
