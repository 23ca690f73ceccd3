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
    /** URL of a role that may create databases. */
    testAdminUrl: string;
    /** The migrated, empty database that test databases are cloned from. */
    testTemplate: string;
    /** Qualified names of the template's non-empty tables. */
    testTemplateTables: string[];
  }
}

const PREFIX = 'campanero-test-';
const STARTUP_MS = 10 * 60_000;
const MEMORY_DISK = '/dev/shm';
/** Several times the peak of a whole run. */
const MIN_FREE = 2 ** 30;

let cleanUp: () => Promise<void> = async () => {};

/** One PostgreSQL for the whole run: TEST_DATABASE_URL, else an embedded one without durability. */
export async function setup(project: TestProject): Promise<void> {
  const server = await findServer(project.name);
  // Unique, for concurrent runs on one server.
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
    // Cloning needs a template without connections, including autovacuum's.
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
  await chmod(dataDir, 0o711); // as root, PostgreSQL's user must be able to enter
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
 * On tmpfs if there is enough memory: a test database is a thousand short-lived files, and creating them on disk took as long as all
 * queries. `npm run faults` needs more space and stays on disk.
 */
async function dataFolder(projectName: string): Promise<string> {
  const space = projectName === 'server' ? await statfs(MEMORY_DISK).catch(() => undefined) : undefined;
  if (space) await removeAbandoned(MEMORY_DISK);
  return space && space.bavail * space.bsize > MIN_FREE && freemem() > MIN_FREE ? MEMORY_DISK : tmpdir();
}

/** Folders of interrupted runs occupy memory. A live run has a postmaster, except while it starts. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < STARTUP_MS) continue;
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

/** The template, and clones left by killed test files. */
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
