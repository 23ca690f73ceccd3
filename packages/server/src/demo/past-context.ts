import { Readable } from 'node:stream';
import { type Db, run, type Trx } from '../db/index.ts';
import type { JobCtx } from '../jobs/define-job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { UploadedFile } from '../integrations/files/port.ts';
import type { Publish } from '../realtime/publish.ts';
import type { Ctx, Deps, SignedCtx } from '../work/context.ts';
import { putOrphan } from '../work/orphan-files.ts';
import type { DemoUser } from './staff.ts';

/** Delay of jobs of loading or closing campaigns: sweeps count them as pending, but they never run. */
const FAR_MS = 50 * 365 * 86_400_000;
const BYTES_MAX = 10_000_000;

const ORIGIN = { requestId: 'demo', address: '', userAgent: '' };
const SILENT: Publish = { toUsers: () => {}, activity: () => {}, endSessions: () => {}, endUser: () => {} };

/** Runs the product's use cases as they would have run at some moment of the past. */
export type PastContext = Deps;

/** Without events and jobs: their work is called directly. `now`: the first start, from which jobs that must not run are postponed. */
export function createPastContext(deps: Deps, now: Date): PastContext {
  const jobs: JobQueue = {
    ...deps.jobs,
    isPending: async () => true,
    enqueue: async (trx, job, payload, options) => {
      if (options?.startAfter) await deps.jobs.enqueue(trx, job, payload, options);
    },
  };
  return { ...deps, jobs, publish: SILENT, log: deps.log.child({}, { level: 'warn' }), clock: () => now };
}

/** Enqueued jobs are postponed for decades. */
export function withPostponedJobs(past: PastContext): PastContext {
  const startAfter = new Date(past.clock().getTime() + FAR_MS);
  const { jobs } = past;
  return {
    ...past,
    jobs: {
      ...jobs,
      enqueue: (trx, job, payload, options) => jobs.enqueue(trx, job, payload, { ...options, startAfter }),
    },
  };
}

/** Every transaction of a use case becomes part of this one. Not waiting for the disk is safe: the seed's last commit does. */
export const inOneTransaction = (past: PastContext, perform: (past: PastContext) => Promise<void>): Promise<void> =>
  past.db.transaction().execute(async (trx) => {
    await run(
      trx,
    )`select set_config('synchronous_commit', 'off', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
    await perform({ ...past, db: withinTransaction(trx) });
  });

const withinTransaction = (trx: Trx): Db =>
  new Proxy<Db>(trx, {
    get(_, name) {
      if (name === 'transaction') return () => ({ execute: <T>(run: (inner: Trx) => Promise<T>) => run(trx) });
      const value: unknown = Reflect.get(trx, name);
      return typeof value === 'function' ? value.bind(trx) : value;
    },
  });

export const requestOf = (past: PastContext, { id, name, email, role }: DemoUser, at: Date): SignedCtx => ({
  ...past,
  ...ORIGIN,
  clock: () => at,
  actor: {
    id,
    name,
    email,
    roles: [role!],
    primary: role!,
    sessionId: '00000000-0000-4000-8000-000000000000',
    expiresAt: at,
    mustChangePassword: false,
    mustSetSecondFactor: false,
    confirmedAt: at,
    idleMinutes: null,
    locksAt: null,
    isLocked: false,
  },
});

export const jobAt = (past: PastContext, at: Date): JobCtx & Ctx => ({
  ...past,
  ...ORIGIN,
  actor: null,
  clock: () => at,
  job: { name: 'demo', id: '00000000-0000-4000-8000-000000000000', attempt: 0, signal: new AbortController().signal },
});

export async function storeUpload(
  past: PastContext,
  originalName: string,
  contentType: UploadedFile['contentType'],
  content: string | Buffer,
): Promise<UploadedFile> {
  const stored = await putOrphan(past, Readable.from([content]), BYTES_MAX);
  return { ...stored, originalName, contentType };
}
