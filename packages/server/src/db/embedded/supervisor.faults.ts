import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ask, holdPostgres, untilGone, untilWorks, type Holder } from '../../../test/faults/postgres-holder.ts';
import { prepareSchema } from '../../process/database.ts';
import { processesOf } from './processes.ts';
import { EmbeddedError, startEmbedded } from './supervisor.ts';

// Real clusters with fsync: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-embedded-'));
  await chmod(folder, 0o711);
  return folder;
};

/** A stopped first start, made once because initdb is slow; each test has a copy. */
let made: string;
beforeAll(async () => {
  made = await aFolder();
  const postgres = await startEmbedded({ dataDir: made, log: () => {} });
  await postgres.stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

let dataDir: string;
let data: string;
let holders: Holder[];

const hold = async () => {
  const holder = await holdPostgres(dataDir);
  holders.push(holder);
  return holder;
};

beforeEach(async () => {
  dataDir = await aFolder();
  await promisify(execFile)('cp', ['-a', join(made, 'postgres'), dataDir]);
  data = join(dataDir, 'postgres', 'data');
  holders = [];
});

afterEach(async () => {
  for (const holder of holders) await holder.kill9();
  await untilGone(data, 15_000);
  await rm(dataDir, { recursive: true, force: true });
});

test('kill -9 of the server also ends PostgreSQL, and the next start has the acknowledged data', async () => {
  const first = await hold();
  await ask(first.url, 'create table kept as select 41 + 1 as answer');
  await first.kill9();
  expect(await untilGone(data, 10_000)).toBeLessThan(10_000);

  const second = await hold();
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(await second.end()).toBe(0);
  expect(await processesOf(data)).toEqual([]);
});

/** Number of guards for this data. */
async function guards(): Promise<number> {
  const commands = await Promise.all(
    (await readdir('/proc')).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes('campanero-guard') && command.includes(data)).length;
}

test('a start right after kill -9 waits for the old PostgreSQL to end', async () => {
  const first = await hold();
  await ask(first.url, 'create table kept as select 1 as one');
  await first.kill9();
  const second = await hold();
  expect(second.postgresPid).not.toBe(first.postgresPid);
  expect(await ask(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  // The first server's guard must not end the second one's PostgreSQL.
  await expect.poll(guards, { timeout: 20_000 }).toBe(1);
  expect(await ask(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  expect((await processesOf(data)).includes(second.postgresPid)).toBe(true);
});

const REFUSED_TO_THE_APPLICATION = [
  'create table mine (id int)',
  'create temporary table mine (id int)',
  'alter table campaign add column mine int',
  'alter table audit disable trigger all',
  "update audit set action = 'CAMPAÑA'",
  'delete from audit',
  'truncate audit',
  'delete from audit_block',
  'set session_replication_role = replica',
  'set role campanero',
];

test('adds the application role to data of a release with one role', async () => {
  const before = await startEmbedded({ dataDir, log: () => {} });
  try {
    await prepareSchema({ url: before.url, ownerUrl: before.url, stop: async () => {} }, () => {});
    await ask(before.adminUrl, 'revoke connect on database campanero from campanero_app');
    await ask(before.adminUrl, 'drop role campanero_app');
  } finally {
    await before.stop();
  }
  const after = await startEmbedded({ dataDir, log: () => {} });
  try {
    const database = { url: after.appUrl, ownerUrl: after.url, stop: async () => {} };
    expect(await prepareSchema(database, () => {})).toBe(0);
    // Each start repeats the grants.
    expect(await prepareSchema(database, () => {})).toBe(0);
    for (const statement of REFUSED_TO_THE_APPLICATION)
      await expect(ask(after.appUrl, statement), statement).rejects.toThrow(/permission denied|must be owner/);
    await ask(
      after.appUrl,
      `insert into audit (at, action, subaction, info, object_type, hash)
       values (now(), 'USUARIO', 'ACCIÓN', '{}', 'user', '')`,
    );
    expect(await ask(after.appUrl, 'select count(*)::int as rows from audit')).toEqual([{ rows: 1 }]);
  } finally {
    await after.stop();
  }
});

test('restarts a killed PostgreSQL at the same address', async () => {
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  try {
    const told: string[] = [];
    postgres.onDown((reason) => told.push(reason));
    postgres.onUp(() => told.push('back'));
    await ask(postgres.url, 'create table kept as select 7 as seven');
    const before = postgres.pid();
    process.kill(before ?? 0, 'SIGKILL');
    const rows = await untilWorks(() => ask(postgres.url, 'select seven from kept'), 10_000);
    expect(rows).toEqual([{ seven: 7 }]);
    expect(postgres.pid()).not.toBe(before);
    await untilWorks(async () => expect(told).toEqual(['señal SIGKILL', 'back']), 2_000);
  } finally {
    await postgres.stop();
  }
  await postgres.stop(); // once more does no harm
  expect(postgres.pid()).toBeUndefined();
});

test('refuses a second server on the same data and names the first', async () => {
  const first = await hold();
  const refusal = await startEmbedded({ dataDir, log: () => {} }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(EmbeddedError);
  expect((refusal as Error).message).toBe(
    `Ya hay un servidor en marcha con los datos de ${dataDir} (proceso ${first.pid}): deténgalo o indique otra carpeta en DATA_DIR.`,
  );

  // Nor through a copied DATA_DIR that points to the same files.
  const copied = join(dataDir, 'copied');
  await mkdir(copied);
  await writeFile(join(copied, 'postgres.location'), join(dataDir, 'postgres'));
  await expect(startEmbedded({ dataDir: copied, log: () => {} })).rejects.toThrow(`(proceso ${first.pid})`);
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('has Spanish order, durable settings, no superuser, no port, no values in the log', async () => {
  const { url, end } = await hold();
  const sorted = await ask<{ name: string }>(
    url,
    `select name from unnest(array['ñandú', 'oso', 'nube', 'Álamo', 'zorro', 'árbol']) name order by name collate "es-x-icu"`,
  );
  expect(sorted.map((row) => row.name)).toEqual(['Álamo', 'árbol', 'nube', 'ñandú', 'oso', 'zorro']);
  const [settings] = await ask(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as port,
       (select rolsuper from pg_roles where rolname = current_user) as super, lower('ÁÑ') as lower`,
  );
  expect(settings).toEqual({ fsync: 'on', commit: 'on', port: '', super: false, lower: 'áñ' });

  await ask(url, 'create table person (phone text unique)');
  await ask(url, `insert into person values ('1155550000')`);
  await expect(ask(url, `insert into person values ('1155550000')`)).rejects.toThrow('duplicate key');
  await expect(ask(url, `select 'Juana Molina'::int`)).rejects.toThrow('invalid input syntax');
  expect(await end()).toBe(0);
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
  expect(log).not.toMatch(/1155550000|Juana/);
  expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['data', 'socket']);
});
