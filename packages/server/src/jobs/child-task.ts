import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { POOL_SIZES } from '../db/pool-sizes.ts';
import { openReplicas } from '../db/replicas.ts';
import { lowerPriority, lowerPriorityOfBackend } from '../db/low-priority.ts';
import { createFileStore } from '../integrations/files/store.ts';
import { createFormsConnector } from '../integrations/forms/connector.ts';
import { createOrionConnector } from '../integrations/orion/connector.ts';
import type { Publish } from '../realtime/publish.ts';
import type { Ctx } from '../work/context.ts';
import { addCounted, type CountedMetric, readCounted } from '../work/measures.ts';
import { runProgram } from './child-process.ts';
import type { JobCtx } from './define-job.ts';
import { createFence } from './fence.ts';
import type { JobQueue } from './queue.ts';

/** What a child process is given: the settings, the claim that its transactions are fenced to, and the work itself. */
interface ChildTask<T> {
  config: Config;
  databaseUrl: string;
  job: { name: string; id: string; retryCount: number };
  input: T;
}

/** What it sends to the process that started it. */
type ChildMessage =
  | { step: string }
  | { counted: CountedMetric[] }
  | { activity: Parameters<Publish['activity']> }
  | { publish: { to: readonly number[]; event: Parameters<Publish['toUsers']>[1]; payload: unknown } };

interface ChildKind {
  /** A program that calls serveTask(). */
  module: URL;
  /** Megabytes of heap. */
  memory: number;
}

/** How an attempt at a job is carried out: in a child process, except in tests that run it in their own. */
export type RunAttempt<T> = (ctx: JobCtx, input: T) => Promise<void>;

/**
 * Runs attempts of a job each in a child process of its own, and sends on the events that it publishes. `onStep` is for tests that
 * kill the child at a step.
 */
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
        if ('counted' in sent) addCounted(sent.counted);
        if ('activity' in sent) ctx.publish.activity(...sent.activity);
        if ('publish' in sent) ctx.publish.toUsers(sent.publish.to, sent.publish.event, sent.publish.payload as never);
      },
    });
  };

interface TaskRun<T> {
  ctx: Ctx;
  input: T;
  /** Aborting it ends the process at once; the database ends its statements within a second. */
  abort: AbortController;
  onStep: (step: string) => void;
}

/** At a low priority a few round trips take long on a busy machine. */
const CONNECT_TIMEOUT_MS = 60_000;

interface ChildProgram<T> {
  /** As PostgreSQL's list of connections shows it. */
  applicationName: string;
  openLog: (config: Config) => Logger;
  run: (task: TaskRun<T>) => Promise<void>;
}

/** The child's side: waits for its task, runs it with a context of its own, says what it counted, and ends. */
export function serveTask<T>(program: ChildProgram<T>): void {
  // The process that started this one is gone, and its claim with it: another attempt will come.
  const giveUp = () => process.exit(1);
  process.once('disconnect', giveUp);
  process.once('message', (message) => {
    const task = message as ChildTask<T>;
    const { name, id, retryCount } = task.job;
    const log = program.openLog(task.config).child({ job: name, jobId: id, attempt: retryCount });
    const fail = async (err: unknown) => {
      log.error({ err }, `${program.applicationName}: an attempt failed`);
      tell({ counted: await readCounted() }, giveUp);
    };
    process.once('uncaughtException', fail);
    perform(task, program, log).then(async () => {
      process.off('disconnect', giveUp);
      tell({ counted: await readCounted() }, () => process.disconnect());
    }, fail);
  });
}

const tell = (message: ChildMessage, then?: () => void) => void process.send?.(message, undefined, undefined, then);

async function perform<T>(
  { config, databaseUrl, job, input }: ChildTask<T>,
  { applicationName, run }: ChildProgram<T>,
  log: Logger,
): Promise<void> {
  // Only now that the program has been loaded: at a low priority that second of work takes a minute on a busy machine.
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
    files: createFileStore(config),
    forms: createFormsConnector({ config, db, log, clock }),
    orion: createOrionConnector({ config, db, log, clock }),
    actor: null,
    requestId: `job-${job.id}`,
    address: '',
    userAgent: '',
    fence: createFence(job),
  };
  const abort = new AbortController();
  abort.signal.addEventListener('abort', () => process.exit(0));
  await run({ ctx, input, abort, onStep: (step) => tell({ step }) });
  await replicas.close();
  await db.destroy();
}

const PUBLISH: Publish = {
  toUser: (userId, event, payload) => tell({ publish: { to: [userId], event, payload } }),
  toUsers: (to, event, payload) => tell({ publish: { to, event, payload } }),
  activity: (...noted) => tell({ activity: noted }),
  endSessions: () => {},
  endUser: () => {},
};

const refuse = () => Promise.reject(new Error('a child process enqueues no jobs'));
const NO_JOBS: JobQueue = { enqueue: refuse, isPending: refuse, countAhead: refuse, check: refuse };
