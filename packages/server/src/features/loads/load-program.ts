import type { Config } from '../../config.ts';
import { createDb, createPool } from '../../db/client.ts';
import { createLogger } from '../../http/logging.ts';
import { createFileStore } from '../../integrations/files/store.ts';
import { createFormsConnector } from '../../integrations/forms/connector.ts';
import { createOrionConnector } from '../../integrations/orion/connector.ts';
import { createFence } from '../../jobs/fence.ts';
import type { Jobs } from '../../jobs/runner.ts';
import { standBack, standBackBehind } from '../../jobs/stand-back.ts';
import type { Publish } from '../../realtime/publish.ts';
import type { Ctx } from '../../work/context.ts';
import type { LoadTuning } from '../../call-store/load/run-load.ts';
import { attemptLoad } from './attempt-load.ts';

/** One attempt at one load in a process of its own (jobs/own-process.ts). */
export interface LoadErrand {
  config: Config;
  databaseUrl: string;
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
  /** The claim that its transactions are fenced to. */
  job: { name: string; id: string; retryCount: number };
}

/** What it tells the process that started it. */
export type LoadNews =
  | { step: string }
  | { publish: { to: readonly number[]; event: Parameters<Publish['toUsers']>[1]; payload: unknown } };

const tell = (news: LoadNews) => void process.send?.(news);

const CONNECTIONS = 6;
/** At a low priority on a busy machine a few round trips take their time. */
const CONNECT_TIMEOUT_MS = 60_000;

async function run({ config, databaseUrl, loadId, attempt, tuning, job }: LoadErrand): Promise<void> {
  // Not before its program is there: that is a second's work, which on a busy machine would take a minute.
  standBack(process.pid);
  const log = createLogger(config.logLevel).child({ job: job.name, jobId: job.id, attempt });
  const pool = createPool(databaseUrl, {
    max: CONNECTIONS,
    statementTimeout: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    applicationName: 'campanero load',
    log,
  });
  pool.on('connect', (client) => void standBackBehind(client));
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
  // Cancelled or taken over: the shortest way out. The database ends what it was doing for us within a second.
  abort.signal.addEventListener('abort', () => process.exit(0));
  await attemptLoad({ ctx, databaseUrl, loadId, attempt, tuning, abort, onStep: (step) => tell({ step }) });
  await db.destroy();
}

const refuse = () => Promise.reject(new Error('a load enqueues no jobs'));
const NO_JOBS: Jobs = { enqueue: refuse, isPending: refuse, check: refuse, start: refuse, stop: refuse };

// Whoever started this is gone: so is the claim, and another attempt will come.
const giveUp = () => process.exit(1);
process.once('disconnect', giveUp);
process.once('message', (errand) => {
  run(errand as LoadErrand).then(
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
