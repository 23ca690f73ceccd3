import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/db/embedded/supervisor.ts';
import { migrate } from '../src/db/migrate.ts';
import { installJobSchema } from '../src/jobs/schema.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases, connected to a database nobody tests in. */
    testAdminUrl: string;
    /** The migrated, empty database every test database is cloned from. */
    testTemplate: string;
    /** The tables that it has rows in, by their qualified names: what the product comes with. */
    testTemplateTables: string[];
  }
}

const PREFIX = 'campanero-test-';
const FIRST_MOMENTS_MS = 10 * 60_000;
const MEMORY_DISK = '/dev/shm';
/** Some times what a whole run holds at once. */
const ROOM = 2 ** 30;

let cleanUp: () => Promise<void> = async () => {};

/** One PostgreSQL for the whole run: TEST_DATABASE_URL if given, else an embedded one that forgets everything afterwards. */
export async function setup(project: TestProject): Promise<void> {
  const server = await findServer(project.name);
  // Unique per run, so that runs side by side on one server do not meet.
  const template = `campanero_test_${randomBytes(4).toString('hex')}`;
  cleanUp = async () => {
    await asAdmin(server.url, (admin) => dropAll(admin, template));
    await server.stop();
  };
  try {
    await asAdmin(server.url, (admin) => admin.query(`create database ${template}`));
    await migrate(databaseUrl(server.url, template));
    await installJobSchema(databaseUrl(server.url, template));
    project.provide('testTemplateTables', await asAdmin(databaseUrl(server.url, template), filledTables));
    // Cloning needs the template free of connections, autovacuum's included.
    await asAdmin(server.url, (admin) => admin.query(`alter database ${template} allow_connections false`));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('testAdminUrl', server.url);
  project.provide('testTemplate', template);
}

export async function teardown(): Promise<void> {
  const once = cleanUp;
  cleanUp = async () => {};
  await once();
}

async function findServer(projectName: string): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(await dataFolder(projectName), PREFIX));
  await chmod(dataDir, 0o711); // as root, PostgreSQL's own user must get in
  const embedded = await startEmbedded({ dataDir, log: () => {}, throwaway: true });
  return {
    url: embedded.adminUrl,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Memory as a disk, where there is enough of it: a test database is a thousand files that live for seconds, and finding room for
 * them on a real disk took as long as all queries. The long runs (`npm run faults`) load more than that and stay on the disk.
 */
async function dataFolder(projectName: string): Promise<string> {
  const room = projectName === 'server' ? await statfs(MEMORY_DISK).catch(() => undefined) : undefined;
  if (room) await removeForgotten(MEMORY_DISK);
  return room && room.bavail * room.bsize > ROOM && freemem() > ROOM ? MEMORY_DISK : tmpdir();
}

/** What interrupted runs left there is memory that nobody gets back. A run that lives has a PostgreSQL, but for its first moments. */
async function removeForgotten(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < FIRST_MOMENTS_MS) continue;
    const lives = await stat(join(path, 'postgres', 'data', 'postmaster.pid')).catch(() => undefined);
    if (!lives) await rm(path, { recursive: true, force: true });
  }
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function filledTables(template: pg.Client): Promise<string[]> {
  const { rows } = await template.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(pg_class.oid) > 0`,
  );
  return rows.map(({ name }) => name);
}

/** The template and the clones that a killed test file left behind. */
async function dropAll(admin: pg.Client, template: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await admin.query(`drop database if exists "${datname}" with (force)`);
}

function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
