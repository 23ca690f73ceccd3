import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
  }
}

let cleanUp: () => Promise<void> = async () => {};

/** One PostgreSQL for the whole run: TEST_DATABASE_URL if given, else an embedded one that forgets everything afterwards. */
export async function setup(project: TestProject): Promise<void> {
  const server = await findServer();
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

async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-test-'));
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

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
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
