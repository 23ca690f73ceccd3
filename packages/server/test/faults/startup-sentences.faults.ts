import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareSchema } from '../../src/process/database.ts';
import { explainFailure } from '../../src/process/startup-error.ts';
import { createBareDatabase } from '../database.ts';
import { runDoctor } from './run-doctor.ts';
import { startInstalledPostgres, type InstalledPostgres } from './installed-postgres.ts';
import { missingPrograms } from './installed-programs.ts';
import { ask } from './postgres-holder.ts';
import { endProcess, startProcess } from './server-process.ts';

const isMissing = missingPrograms(['pg_controldata']).length > 0;
const SECRET = 'a-secret-for-tests-that-is-long-enough';

let postgres: InstalledPostgres;
beforeAll(async () => {
  if (isMissing) return;
  postgres = await startInstalledPostgres();
  for (const statement of [
    'create role campanero_owner login',
    'create role campanero_app login',
    'create role campanero_few login connection limit 1',
    "create database latin template template0 encoding 'LATIN1' locale 'C'",
    'alter database campanero owner to campanero_owner',
    'create database closed owner campanero_owner',
    'revoke connect on database closed from public',
  ])
    await ask(postgres.url('postgres'), statement);
});
afterAll(() => postgres?.stop());

const as = (role: string, database = 'campanero') => postgres.url(database).replace('postgres@', `${role}@`);

/** Output of a start, which must change nothing. */
const startSays = (url: string, ownerUrl = url) =>
  prepareSchema({ url, ownerUrl, stop: async () => {} }, () => {}).then(() => 'it starts', explainFailure);

/** Findings of the start and of the doctor. */
async function faultsOf(url: string, ownerUrl = url): Promise<string[]> {
  const found = await runDoctor('', { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, JWT_SECRET: SECRET });
  const faults = found.filter((finding) => finding.startsWith('bad: ')).map((finding) => finding.slice(5));
  return [await startSays(url, ownerUrl), ...faults];
}
/** Both report the same single sentence. */
const both = (words: RegExp) => [expect.stringMatching(words), expect.stringMatching(words)];

test.skipIf(isMissing)('refuses a LATIN1 database before the first migration', async () => {
  expect(await faultsOf(postgres.url('latin'))).toEqual(
    both(/^La codificación de la base de datos es LATIN1.*ENCODING 'UTF8'/),
  );
  expect(await ask(postgres.url('latin'), "select to_regclass('schema_migration') as made")).toEqual([{ made: null }]);
});

test.skipIf(isMissing)('a role without connect right is told to get it', async () => {
  expect(await faultsOf(as('campanero_app', 'closed'), as('campanero_owner', 'closed'))).toEqual(
    both(/GRANT CONNECT ON DATABASE.*no cambie su dueño/),
  );
});

test.skipIf(isMissing)('a role without a free connection', async () => {
  const held = new pg.Client(as('campanero_few'));
  await held.connect();
  expect(await faultsOf(as('campanero_few'))).toEqual(
    both(/no admite más conexiones.*CONNECTION LIMIT.*PostgreSQL dice: too many connections/),
  );
  await held.end();
});

test.skipIf(isMissing)('a closed port, an unknown host, a missing database', async () => {
  expect(await faultsOf('postgres://u@127.0.0.1:1/x')).toEqual(both(/^En 127\.0\.0\.1:1 no hay ninguna base de datos/));
  expect(await faultsOf('postgres://u@base.invalid/x')).toEqual(both(/^No se encuentra la máquina «base\.invalid»/));
  expect(await faultsOf(postgres.url('none'))).toEqual(both(/créela \(createdb\)/));
});

test.skipIf(isMissing)('the owner of another database, and one of the same name on another server', async () => {
  const SAME = both(/^DATABASE_OWNER_URL y DATABASE_URL no llevan a la misma base de datos/);
  expect(await faultsOf(as('campanero_app'), postgres.url('latin'))).toEqual(SAME);
  const elsewhere = await createBareDatabase();
  const name = new URL(elsewhere.url).pathname.slice(1);
  await ask(postgres.url('postgres'), `create database ${name}`);
  expect(await faultsOf(postgres.url(name), elsewhere.url)).toEqual(SAME);
  await elsewhere.drop();
});

test.skipIf(isMissing)('accepts two roles; notes a single role, which can change the audit', async () => {
  expect(await startSays(as('campanero_app'), as('campanero_owner'))).toBe('it starts');
  const role = (env: object) => runDoctor('Rol', { JWT_SECRET: SECRET, DATABASE_URL: '', ...env });
  expect(await role({ DATABASE_URL: as('campanero_app'), DATABASE_OWNER_URL: as('campanero_owner') })).toEqual([]);
  expect(await role({ DATABASE_URL: as('campanero_owner') })).toEqual([
    'note: «campanero_owner» es también dueño de las tablas: quien lo use puede cambiar la auditoría',
  ]);
  expect(await startSays(as('campanero_owner'), as('campanero_app'))).toMatch(/^Las tablas son de «campanero_owner»/);
});

const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('timeout', () => resolve(false)).unref();
  });
const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.skipIf(isMissing)('demo data started without SEED listen on this machine only', async () => {
  await ask(postgres.url('postgres'), 'create database demo');
  const env = { DATABASE_URL: postgres.url('demo'), JWT_SECRET: SECRET, DATA_DIR: postgres.folder, HOST: '' };
  const made = startProcess({ ...env, SEED: 'demo' });
  await made.ready;
  await endProcess(made);
  const server = startProcess(env);
  try {
    const port = Number(new URL(await server.ready).port);
    expect(server.output()).toContain('se responde solo a esta máquina (127.0.0.1)');
    expect(await isOpen('127.0.0.1', port)).toBe(true);
    if (outside === undefined) process.stderr.write('skipped: this machine has no other address\n');
    expect(outside !== undefined && (await isOpen(outside, port))).toBe(false);
  } finally {
    await endProcess(server);
  }
});

/** Needs the right to mount, which a container may lack. */
async function onSmallDisk(options: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'campanero-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    process.stderr.write('skipped: no right to mount a tmpfs\n');
    return;
  }
  try {
    await use(folder);
  } finally {
    execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

test('a full disk is reported as such', () =>
  onSmallDisk('size=1m', async (folder) => {
    await writeFile(join(folder, 'much'), Buffer.alloc(2 ** 21)).catch(() => {});
    const FULL = [expect.stringMatching(/^bad: no queda espacio en el disco/)];
    expect(await runDoctor('Carpeta', { DATA_DIR: folder })).toEqual(FULL);
    expect(await runDoctor('Archivos', { DATA_DIR: folder })).toEqual(FULL);
    expect(await runDoctor('Archivos', { STORAGE_URL: `file://${folder}/files` })).toEqual(FULL);
  }));

test('a read-only disk is reported as such', () =>
  onSmallDisk('size=1m,ro', async (folder) => {
    expect(await runDoctor('Archivos', { STORAGE_URL: `file://${folder}/files` })).toEqual([
      expect.stringMatching(/^bad: el disco de .* es solo de lectura/),
    ]);
  }));
