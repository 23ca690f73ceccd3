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
  try {
    if (options.appRole) await boss.getDb().executeSql(grantsTo(pg.escapeIdentifier(options.appRole)));
  } finally {
    await boss.stop({ graceful: false });
  }
}

const grantsTo = (role: string) => `
  grant usage on schema ${JOB_SCHEMA} to ${role};
  grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${role};
  grant usage on all sequences in schema ${JOB_SCHEMA} to ${role};
  grant execute on all functions in schema ${JOB_SCHEMA} to ${role}`;
