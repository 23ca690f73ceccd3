import type { Config } from '../../config.ts';
import { createDb, createPool } from '../../db/client.ts';
import { createLogger } from '../../http/logging.ts';
import { createFileStore } from '../../integrations/files/store.ts';
import { createFormsConnector } from '../../integrations/forms/connector.ts';
import { createOrionConnector } from '../../integrations/orion/connector.ts';
import { createFence } from '../../jobs/fence.ts';
import type { Jobs } from '../../jobs/runner.ts';
import { lowerPriority, lowerPriorityOfBackend } from '../../db/low-priority.ts';
import type { Publish } from '../../realtime/publish.ts';
import type { Ctx } from '../../work/context.ts';
import type { LoadTuning } from '../../call-store/load/run-load.ts';
import { attemptLoad } from './attempt-load.ts';

/** What the child process of one attempt is given (jobs/child-process.ts). */
export interface LoadTask {
  config: Config;
  databaseUrl: string;
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
  /** The claim that its transactions are fenced to. */
  job: { name: string; id: string; retryCount: number };
}

/** What it sends to the process that started it. */
export type LoadMessage =
  | { step: string }
  | { publish: { to: readonly number[]; event: Parameters<Publish['toUsers']>[1]; payload: unknown } };

const tell = (message: LoadMessage) => void process.send?.(message);

const CONNECTIONS = 6;
/** At a low priority a few round trips take long on a busy machine. */
const CONNECT_TIMEOUT_MS = 60_000;

async function run({ config, databaseUrl, loadId, attempt, tuning, job }: LoadTask): Promise<void> {
  // Only now that the program has been loaded: at a low priority that second of work takes a minute on a busy machine.
  lowerPriority(process.pid);
  const log = createLogger(config.logLevel).child({ job: job.name, jobId: job.id, attempt });
  const pool = createPool(databaseUrl, {
    max: CONNECTIONS,
    statementTimeout: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    applicationName: 'campanero load',
    log,
  });
  pool.on('connect', (client) => void lowerPriorityOfBackend(client));
  const db = createDb(pool);
  const clock = () => new Date();
  const publish: Publish = {
    toUser: (userId, event, payload) => tell({ publish: { to: [userId], event, payload } }),
    toUsers: (to, event, payload) => tell({ publish: { to, event, payload } }),
    endSessions: () => {},
    endUser: () => {},
  };
  const ctx: Ctx = {
    config,
    databaseUrl,
    db,
    heavyDb: db,
    log,
    clock,
    publish,
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
  // Cancelled or taken over: exit at once. The database ends our statements within a second.
  abort.signal.addEventListener('abort', () => process.exit(0));
  await attemptLoad({ ctx, databaseUrl, loadId, attempt, tuning, abort, onStep: (step) => tell({ step }) });
  await db.destroy();
}

const refuse = () => Promise.reject(new Error('a load enqueues no jobs'));
const NO_JOBS: Jobs = { enqueue: refuse, isPending: refuse, check: refuse, start: refuse, stop: refuse };

// The process that started this one is gone, and its claim with it: another attempt will come.
const giveUp = () => process.exit(1);
process.once('disconnect', giveUp);
process.once('message', (task) => {
  run(task as LoadTask).then(
    () => {
      process.off('disconnect', giveUp);
      process.disconnect();
    },
    (error: unknown) => {
      createLogger('error').error({ err: error }, 'an attempt at a load failed');
      process.exit(1);
    },
  );
});
