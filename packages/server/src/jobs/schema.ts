import { PgBoss } from 'pg-boss';
import pg from 'pg';
import { connectionTo } from '../db/connection.ts';

export const JOB_SCHEMA = 'pgboss';

/** As the database owner, so that the application's role needs no DDL, and under the migrations' lock: concurrent grants would fail. */
export async function installJobSchema(ownerUrl: string, options: { appRole?: string | undefined } = {}) {
  const boss = new PgBoss({
    ...connectionTo(ownerUrl),
    schema: JOB_SCHEMA,
    max: 1,
    application_name: 'campanero migrate',
    supervise: false,
    schedule: false,
  });
  // An error event without a listener would end the process; start() and stop() report their own failures.
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
  if (options.appRole) await grantQueue(ownerUrl, options.appRole);
}

async function grantQueue(ownerUrl: string, appRole: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(ownerUrl), application_name: 'campanero migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    const role = client.escapeIdentifier(appRole);
    await client.query(`grant usage on schema ${JOB_SCHEMA} to ${role}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${role}`);
    await client.query(`grant usage on all sequences in schema ${JOB_SCHEMA} to ${role}`);
    await client.query(`grant execute on all functions in schema ${JOB_SCHEMA} to ${role}`);
  } finally {
    await client.end();
  }
}
