import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { createBareDatabase } from '../../test/database.ts';
import { createDb, createPool } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { sealAudit } from '../work/seal-audit.ts';
import type { Deps } from '../work/context.ts';
import { defineJob } from './define-job.ts';
import { createJobs } from './runner.ts';
import { installJobSchema } from './schema.ts';

const ran: number[] = [];
const job = defineJob({
  name: 'test.as-app-role',
  payload: z.object({ id: z.number() }),
  retry: { limit: 0, delaySeconds: 1 },
  expireSeconds: 60,
  cron: '0 0 1 1 *',
  handler: async (_ctx, { id }) => void ran.push(id),
});

test('the application role enqueues, works and seals without DDL rights', async () => {
  const database = await createBareDatabase();
  const appRole = `app_${randomBytes(4).toString('hex')}`;
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`create role ${appRole} login password 'app'`);
  await migrate(database.url, { appRole });
  await installJobSchema(database.url, { appRole });
  await installJobSchema(database.url, { appRole });
  const url = new URL(database.url);
  url.username = appRole;
  url.password = 'app';

  const db = createDb(createPool(url.href));
  const log = pino({ level: 'silent' });
  const jobs = createJobs({ url: url.href, log, definitions: [job] });
  // This handler needs nothing of the rest.
  await jobs.start({ db, log, jobs } as unknown as Deps);
  await db.transaction().execute((trx) => jobs.enqueue(trx, job, { id: 1 }));
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual([1]);
  expect(await sealAudit(db)).toBe(0);
  const app = new pg.Client({ connectionString: url.href });
  await app.connect();
  for (const statement of [
    'alter table pgboss.job add x int',
    'create table pgboss.x (y int)',
    'drop schema pgboss cascade',
    'delete from audit_block',
  ])
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });

  await app.end();
  await jobs.stop();
  await db.destroy();
  await owner.query(`drop owned by ${appRole}`);
  await owner.query(`drop role ${appRole}`);
  await owner.end();
  await database.drop();
});
