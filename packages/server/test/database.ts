import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A migrated, empty database of its own for one test file (or one test): a clone of the run's template, made in a fraction of a
 * second. Its files are copied: through the log, as is the default, making and dropping it took twice as long.
 */
export const createTestDatabase = (): Promise<TestDatabase> =>
  create(`template ${inject('testTemplate')} strategy file_copy`);

/** An empty, unmigrated one, for tests of the migrations themselves. */
export const createBareDatabase = (): Promise<TestDatabase> => create('');

async function create(from: string): Promise<TestDatabase> {
  const adminUrl = inject('testAdminUrl');
  // Begins with the template's name: what a killed test leaves is dropped at the end of the run.
  const name = `${inject('testTemplate')}_${randomBytes(4).toString('hex')}`;
  await onServer(adminUrl, `create database ${name} ${from}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await onServer(adminUrl, `drop database if exists ${name} with (force)`)),
  };
}

/** Resolves once that many hubs hear the events that others send over this database. */
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
