import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import type { Db } from '../src/db/client.ts';

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

/**
 * Deletes all rows but the initial ones, at a tenth of the cost of a new database. Sequences go on; a test that changes initial rows needs
 * its own database.
 */
export async function emptyDatabase(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // No triggers: neither foreign keys, so that the order does not matter, nor those that protect the audit.
    await sql`set local session_replication_role = replica`.execute(trx);
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(pg_class.oid) > 0
        and not format('%I.%I', nspname, relname) = any(${inject('testTemplateTables')})`.execute(trx);
    for (const { name } of rows) await sql.raw(`delete from ${name}`).execute(trx);
  });
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
