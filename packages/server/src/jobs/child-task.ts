import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { POOL_SIZES } from '../db/pool-sizes.ts';
import { openReplicas } from '../db/replicas.ts';
import { lowerPriority, lowerPriorityOfBackend } from '../db/low-priority.ts';
import { connectSystems } from '../integrations/connect.ts';
import type { Publish } from '../realtime/publish.ts';
import { type Ctx, NO_CLIENT } from '../work/context.ts';
import { addCounterValues, type CounterValue, readCounterValues } from '../work/metrics.ts';
import { runProgram } from './child-process.ts';
import type { JobCtx } from './define-job.ts';
import { createFence } from './fence.ts';
import type { JobQueue } from './queue.ts';

/** `job` is the claim that fences the child's transactions. */
interface ChildTask<T> {
  config: Config;
  databaseUrl: string;
  job: { name: string; id: string; retryCount: number };
  input: T;
}

type ChildMessage =
  | { step: string }
  | { counted: CounterValue[] }
  | { activity: Parameters<Publish['activity']> }
  | { publish: { to: readonly number[]; event: Parameters<Publish['toUsers']>[1]; payload: unknown } };

/** A program that calls serveTask(), and its heap limit in megabytes. */
export type ChildKind = { module: URL; memory: number };

/** Runs one attempt of a job: in a child process, or in-process in tests. */
export type RunAttempt<T> = (ctx: JobCtx, input: T) => Promise<void>;

/** Runs each attempt in its own child process and forwards its events. `onStep` lets tests kill the child at a step. */
export const inChildProcess =
  <T>({ module, memory }: ChildKind) =>
  (onStep?: (step: string, pid: number) => void): RunAttempt<T> =>
  (ctx, input) => {
    const job = { name: ctx.job.name, id: ctx.job.id, retryCount: ctx.job.attempt };
    const task: ChildTask<T> = { config: ctx.config, databaseUrl: ctx.databaseUrl, job, input };
    return runProgram({
      module,
      input: task,
      signal: ctx.job.signal,
      memory,
      onMessage: (message, pid) => {
        const sent = message as ChildMessage;
        if ('step' in sent) onStep?.(sent.step, pid);
        if ('counted' in sent) addCounterValues(sent.counted);
        if ('activity' in sent) ctx.publish.activity(...sent.activity);
        if ('publish' in sent) ctx.publish.toUsers(sent.publish.to, sent.publish.event, sent.publish.payload as never);
      },
    });
  };

/** Aborting exits the process; the database cancels its statements within a second. */
type TaskRun<T> = { ctx: Ctx; input: T; abort: AbortController; onStep: (step: string) => void };

/** At low priority a few round trips take long on a busy machine. */
const CONNECT_TIMEOUT_MS = 60_000;

interface ChildProgram<T> {
  /** Shown in pg_stat_activity. */
  applicationName: string;
  openLog: (config: Config) => Logger;
  run: (task: TaskRun<T>) => Promise<void>;
}

/** The child's side: waits for its task, runs it, reports its metrics and exits. */
export function serveTask<T>(program: ChildProgram<T>): void {
  // The parent is gone, and with it the claim: another attempt will follow.
  const exit = () => process.exit(1);
  process.once('disconnect', exit);
  process.once('message', (message) => {
    const task = message as ChildTask<T>;
    const { name, id, retryCount } = task.job;
    const log = program.openLog(task.config).child({ job: name, jobId: id, attempt: retryCount });
    const fail = async (err: unknown) => {
      log.error({ err }, `${program.applicationName}: an attempt failed`);
      send({ counted: await readCounterValues() }, exit);
    };
    process.once('uncaughtException', fail);
    runTask(task, program, log).then(async () => {
      process.off('disconnect', exit);
      send({ counted: await readCounterValues() }, () => process.disconnect());
    }, fail);
  });
}

const send = (message: ChildMessage, then?: () => void) => void process.send?.(message, undefined, undefined, then);

async function runTask<T>(
  { config, databaseUrl, job, input }: ChildTask<T>,
  { applicationName, run }: ChildProgram<T>,
  log: Logger,
): Promise<void> {
  // Not earlier: at low priority, loading the program takes a minute on a busy machine.
  void lowerPriority(process.pid);
  const pool = createPool(databaseUrl, {
    max: POOL_SIZES.child,
    statementTimeout: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    applicationName,
    log,
  });
  pool.on('connect', (client) => void lowerPriorityOfBackend(client));
  const db = createDb(pool);
  const replicas = openReplicas({ url: config.databaseReadUrl, primary: db, log, statementTimeout: 0 });
  const clock = () => new Date();
  const ctx: Ctx = {
    config,
    databaseUrl,
    db,
    heavyDb: db,
    read: replicas.read,
    log,
    clock,
    publish: PUBLISH,
    jobs: NO_JOBS,
    ...connectSystems({ config, db, log, clock }),
    ...NO_CLIENT,
    requestId: `job-${job.id}`,
    fence: createFence(job),
  };
  const abort = new AbortController();
  abort.signal.addEventListener('abort', () => process.exit(0));
  await run({ ctx, input, abort, onStep: (step) => send({ step }) });
  await replicas.close();
  await db.destroy();
}

const PUBLISH: Publish = {
  toUsers: (to, event, payload) => send({ publish: { to, event, payload } }),
  activity: (...noted) => send({ activity: noted }),
  endSessions: () => {},
  endUser: () => {},
};

const refuse = () => Promise.reject(new Error('a child process enqueues no jobs'));
const NO_JOBS: JobQueue = { enqueue: refuse, isPending: refuse, countAhead: refuse, check: refuse };
