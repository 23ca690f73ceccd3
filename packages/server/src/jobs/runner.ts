import { fromKysely, PgBoss, type Job } from 'pg-boss';
import type { Logger } from 'pino';
import { connectionTo } from '../db/connection.ts';
import { POOL_SIZES } from '../db/pool-sizes.ts';
import { SESSION_HOOK } from '../db/session.ts';
import { type Deps, NO_CLIENT } from '../work/context.ts';
import { jobSeconds } from '../work/metrics.ts';
import { causeOf, createRepeatedLog } from '../work/repeated-log.ts';
import type { AnyJob, JobCtx } from './define-job.ts';
import { createFence } from './fence.ts';
import { startInterval, type IntervalTask } from './interval.ts';
import type { JobQueue } from './queue.ts';
import { JOB_SCHEMA } from './schema.ts';

export interface Jobs extends JobQueue {
  /** Starts running jobs; not called by processes that only enqueue. */
  start(deps: Deps): Promise<void>;
  /** Starts no more jobs, aborts running handlers, waits for them and requeues unfinished jobs. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  url: string;
  log: Logger;
  definitions: readonly AnyJob[];
  intervals?: readonly IntervalTask[];
  /** How long stop() waits for running handlers. */
  stopTimeoutMs?: number;
}

/** With these a killed worker's job runs again after 10 to 15 seconds. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 2;
const POLL_SECONDS = 2;
const WEEK_SECONDS = 7 * 86_400;

const IS_PENDING = `
  select 1 from ${JOB_SCHEMA}.job
  where name = $1 and state in ('created', 'retry', 'active') and data @> $2::jsonb limit 1`;
const COUNT_AHEAD = `
  select count(*)::int as n from ${JOB_SCHEMA}.job mine join ${JOB_SCHEMA}.job other on other.name = mine.name
  where mine.name = $1 and mine.state in ('created', 'retry') and mine.data @> $2::jsonb
    and other.state in ('created', 'retry', 'active') and other.start_after <= now()
    and (other.created_on, other.id) < (mine.created_on, mine.id)`;

export function createJobs(options: JobsOptions): Jobs {
  const { log, definitions } = options;
  const byName = new Map(definitions.map((job) => [job.name, job]));
  const stopping = new AbortController();
  let isWorker = false;
  let opened: Promise<PgBoss> | undefined;
  let stopIntervals: (() => Promise<void>)[] = [];

  // Opened on first use: a process or test that never enqueues holds no connections.
  const open = () => {
    opened ??= openQueue(options, isWorker, stopping.signal).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const query = async (statement: string, values?: unknown[]) => (await open()).getDb().executeSql(statement, values);

  return {
    async enqueue(trx, job, payload, { startAfter, key } = {}) {
      if (!byName.has(job.name)) throw new Error(`the job ${job.name} is not among the definitions of this process`);
      const boss = await open();
      await boss.send(job.name, job.payload.parse(payload), {
        db: fromKysely(trx),
        ...(startAfter && { startAfter }),
        ...(key !== undefined && { singletonKey: key }),
      });
    },
    async isPending(job, payload) {
      const { rows } = await query(IS_PENDING, [job.name, JSON.stringify(payload)]);
      return rows.length > 0;
    },
    async countAhead(job, payload) {
      const { rows } = await query(COUNT_AHEAD, [job.name, JSON.stringify(payload)]);
      return (rows as { n: number }[])[0]!.n;
    },
    async check() {
      await query(`select 1 from ${JOB_SCHEMA}.version`);
    },
    async start(deps) {
      if (opened) await (await opened).stop();
      isWorker = true;
      opened = undefined;
      const boss = await open();
      for (const job of definitions) await startWorker(boss, job, deps, stopping.signal);
      stopIntervals = (options.intervals ?? []).map((task) => startInterval(task, deps));
    },
    async stop() {
      stopping.abort(new Error('the process is stopping'));
      await Promise.all(stopIntervals.map((stop) => stop()));
      const boss = await opened?.catch(() => undefined);
      await boss?.stop({ graceful: isWorker, timeout: options.stopTimeoutMs ?? 20_000 });
      if (isWorker) log.info('jobs stopped');
    },
  };
}

async function openQueue(options: JobsOptions, isWorker: boolean, stopping: AbortSignal): Promise<PgBoss> {
  const { url, log, definitions } = options;
  const boss = new PgBoss({
    ...connectionTo(url),
    ...SESSION_HOOK,
    schema: JOB_SCHEMA,
    application_name: 'campanero jobs',
    max: isWorker ? POOL_SIZES.jobs : POOL_SIZES.enqueueing,
    // The migrator creates the schema (jobs/schema.ts).
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  const logRepeated = createRepeatedLog(log);
  boss.on('error', (error) => {
    // Connections end while the process stops.
    if (stopping.aborted) return;
    const fields = { err: asError(error) };
    logRepeated('the job queue reports an error', { level: 'error', cause: causeOf(error), fields });
  });
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'the job queue reports a warning'));
  await boss.start();
  try {
    for (const job of definitions) await ensureQueue(boss, job);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

/** pino logs message and stack only of Error instances, and pg-boss may emit other objects. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const { message } = (thrown ?? {}) as { message?: unknown };
  return new Error(typeof message === 'string' ? message : `not an error but ${typeof thrown}`);
}

async function ensureQueue(boss: PgBoss, job: AnyJob): Promise<void> {
  const settings = {
    retryLimit: job.retry.limit,
    retryDelay: job.retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: job.retry.maxDelaySeconds ?? 300,
    expireInSeconds: job.expireSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: WEEK_SECONDS,
    notify: true,
  };
  const policy = job.unique ? 'exclusive' : 'standard';
  const existing = await boss.getQueue(job.name);
  if (!existing) await boss.createQueue(job.name, { ...settings, policy });
  else if (Object.entries(settings).some(([name, value]) => existing[name as keyof typeof settings] !== value))
    await boss.updateQueue(job.name, settings);
}

async function startWorker(boss: PgBoss, job: AnyJob, deps: Deps, stopping: AbortSignal): Promise<void> {
  const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
  await boss.work<object>(job.name, { ...polling, localConcurrency: job.concurrency ?? 1 }, async (claimed) => {
    for (const one of claimed) await runJob(job, one, deps, stopping);
  });
  if (!job.cron) return boss.unschedule(job.name);
  const isNew = (await boss.getSchedules(job.name)).length === 0;
  // A run missed while no worker was up is made up for once.
  await boss.schedule(job.name, job.cron, {}, { tz: 'UTC', missed: 'once' });
  if (isNew && job.atFirst) await boss.send(job.name, {});
}

async function runJob(job: AnyJob, claimed: Job<object>, deps: Deps, stopping: AbortSignal): Promise<void> {
  const log = deps.log.child({ job: job.name, jobId: claimed.id, attempt: claimed.retryCount });
  const ctx: JobCtx = {
    ...deps,
    log,
    ...NO_CLIENT,
    requestId: `job-${claimed.id}`,
    fence: createFence(claimed),
    job: {
      name: job.name,
      id: claimed.id,
      attempt: claimed.retryCount,
      signal: AbortSignal.any([claimed.signal, stopping]),
    },
  };
  const started = performance.now();
  try {
    // Schema and handler are of the same definition, which AnyJob cannot express.
    await job.handler(ctx, job.payload.parse(claimed.data) as never);
    jobSeconds.observe({ queue: job.name, result: 'done' }, (performance.now() - started) / 1000);
    // Cron jobs run often and mostly find nothing to do.
    log[job.cron ? 'debug' : 'info']({ ms: Math.round(performance.now() - started) }, 'job done');
  } catch (error) {
    jobSeconds.observe({ queue: job.name, result: 'failed' }, (performance.now() - started) / 1000);
    log.error({ err: error, ms: Math.round(performance.now() - started) }, 'job failed');
    throw error;
  }
}
