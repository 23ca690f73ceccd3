import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database for one test file or test, cloned from the run's template. file_copy takes half the time of the default. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  create(`template ${inject('testTemplate')} strategy file_copy`);

/** Empty and unmigrated, for tests of the migrations. */
export const createBareDatabase = (): Promise<TestDatabase> => create('');

async function create(from: string): Promise<TestDatabase> {
  const adminUrl = inject('testAdminUrl');
  // Prefixed with the template's name, so that databases of killed tests are dropped at the end of the run.
  const name = `${inject('testTemplate')}_${randomBytes(4).toString('hex')}`;
  await onServer(adminUrl, `create database ${name} ${from}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await onServer(adminUrl, `drop database if exists ${name} with (force)`)),
  };
}

/** Resolves once that many hubs listen to events on this database. */
export const untilHubsListen = (url: string, hubs: number): Promise<void> =>
  vi.waitFor(async () => {
    const listening = `from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;
    expect((await onServer(url, `select ${listening} and state = 'idle'`)).rowCount).toBe(hubs);
  }, 10_000);

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
