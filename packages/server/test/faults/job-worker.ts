import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { createDb, createPool } from '../../src/db/client.ts';
import { readOnPrimary } from '../../src/db/replicas.ts';
import { connectSystems } from '../../src/integrations/connect.ts';
import { refreshStatisticsJob } from '../../src/features/global-statistics/refresh-statistics.ts';
import { defineJob } from '../../src/jobs/define-job.ts';
import { createJobs } from '../../src/jobs/runner.ts';
import type { Deps } from '../../src/work/context.ts';
import { transact } from '../../src/work/transact.ts';

/** Reports its start, works for a while, stores who finished it and reports its end: killed and frozen by jobs.faults.ts. */
export const slowJob = defineJob({
  name: 'faults.slow',
  payload: z.object({ id: z.number(), seconds: z.number() }),
  retry: { limit: 5, delaySeconds: 1 },
  expireSeconds: 300,
  async handler(ctx, { id, seconds }) {
    process.send?.({ began: id });
    // Only the first attempt is slow; it ignores its signal, like a handler in a long statement.
    if (ctx.job.attempt === 0) await pause(seconds * 1000);
    await transact(ctx, ({ trx }) =>
      trx
        .insertInto('installation')
        .values({ key: `job ${id} attempt ${ctx.job.attempt}`, value: String(process.pid) })
        .execute(),
    ).finally(() => process.send?.({ ended: id }));
  },
});

if (process.argv[2]) {
  const url = process.argv[2];
  const log = pino({ level: 'silent' });
  const config = readConfig({ DATABASE_URL: url, JWT_SECRET: 'a-secret-for-tests-that-is-long-enough' });
  const jobs = createJobs({ url, log, definitions: [slowJob, refreshStatisticsJob] });
  const publish: Deps['publish'] = { toUsers: () => {}, activity: () => {}, endSessions: () => {}, endUser: () => {} };
  const db = createDb(createPool(url));
  const clock = () => new Date();
  await jobs.start({
    config,
    databaseUrl: url,
    db,
    heavyDb: db,
    read: readOnPrimary,
    log,
    jobs,
    publish,
    clock,
    ...connectSystems({ config, db, log, clock }),
  });
  process.send?.({ ready: true });
}
