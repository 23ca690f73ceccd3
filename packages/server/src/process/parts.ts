import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createHeavyDb } from '../db/heavy-db.ts';
import { clearListsJob, refreshCallsJob, refreshListedJob } from '../call-store/write/index.ts';
import { createDb, createPool } from '../db/client.ts';
import { startHeartbeat } from '../db/heartbeat.ts';
import { openReplicas } from '../db/replicas.ts';
import { checkChainJob } from '../features/audit-log/check-chain.ts';
import { headJobs } from '../features/audit-log/publish-head.ts';
import { tellUseJob } from '../features/service-accounts/service-use.ts';
import { sendRecovery } from '../features/auth/password/change-password.ts';
import { listWork } from '../features/block-lists/load-list.ts';
import { callJobs } from '../features/calls/notify-callbacks.ts';
import { campaignJobs } from '../features/campaigns/status/close-campaign.ts';
import { applyJournalJob } from '../features/erasure/apply-journal.ts';
import { purgeJob } from '../features/erasure/purge-erased.ts';
import { erasureWork } from '../features/erasure/run-erasure.ts';
import { exportWork } from '../features/exports/make-export.ts';
import { refreshStatisticsJob } from '../features/global-statistics/refresh-statistics.ts';
import { loadWork } from '../features/loads/load-audience.ts';
import { createEventTask, eventJobs } from '../features/outgoing-events/deliver-events.ts';
import { personalDataJobs } from '../features/personal-data/notify-due-requests.ts';
import { reportsJob } from '../features/reports/send-reports.ts';
import { anonymiseJob } from '../features/retention/anonymise.ts';
import { connectSystems } from '../integrations/connect.ts';
import { createPlatformTasks, platformJobs } from '../jobs/platform.ts';
import { checkDirectorySessionsJob } from '../features/auth/directory/check-sessions.ts';
import { createJobs, type Jobs, type JobsOptions } from '../jobs/runner.ts';
import { createHub, type Hub } from '../realtime/hub.ts';
import type { Deps } from '../work/context.ts';

/** Also needed by processes that only enqueue. */
export const jobDefinitions: JobsOptions['definitions'] = [
  ...platformJobs,
  ...headJobs,
  checkDirectorySessionsJob,
  tellUseJob,
  checkChainJob,
  sendRecovery,
  ...campaignJobs,
  ...callJobs,
  refreshCallsJob,
  refreshListedJob,
  clearListsJob,
  ...loadWork.definitions,
  ...listWork.definitions,
  ...exportWork.definitions,
  ...erasureWork.definitions,
  applyJournalJob,
  purgeJob,
  anonymiseJob,
  refreshStatisticsJob,
  ...personalDataJobs,
  ...eventJobs,
  reportsJob,
];

export type Parts = { deps: Deps; jobs: Jobs; pool: pg.Pool; hub: Hub };

/** Shared dependencies of the process. drain() closes the hub after the requests that may publish through it. */
export function createParts(
  config: Config,
  url: string,
  log: Logger,
  shutdown: AsyncDisposableStack,
  openHub: typeof createHub = createHub,
): Parts {
  const heartbeat = startHeartbeat(url, { log });
  shutdown.defer(() => heartbeat.close());
  const pool = createPool(heartbeat.connection, { log });
  const db = createDb(pool);
  shutdown.defer(() => db.destroy());
  const heavyDb = createHeavyDb(heartbeat.connection, log);
  shutdown.defer(() => heavyDb.destroy());
  const replicas = openReplicas({ url: config.databaseReadUrl, primary: db, log });
  shutdown.defer(() => replicas.close());
  const jobs = createJobs({
    url,
    log,
    definitions: jobDefinitions,
    intervals: [...createPlatformTasks(), createEventTask()],
  });
  shutdown.defer(() => jobs.stop());
  const hub = openHub({ url, log });
  const clock = () => new Date();
  const deps: Deps = {
    config,
    databaseUrl: url,
    db,
    heavyDb,
    read: replicas.read,
    log,
    clock,
    jobs,
    publish: hub.publish,
    ...connectSystems({ config, db, log, clock }),
  };
  return { deps, jobs, pool, hub };
}
