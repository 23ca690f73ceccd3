import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { EXPORT_HOURS } from '@campanero/contract/exports/schemas';
import { ADMINISTRADOR } from '@campanero/contract/roles';
import { z } from 'zod';
import { withClient } from '../../db/dedicated-client.ts';
import { EXPORTS_AT_ONCE } from '../../db/pool-sizes.ts';
import type { StoredFile } from '../../integrations/files/port.ts';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import { inChildProcess, type RunAttempt } from '../../jobs/child-task.ts';
import { defineJob, defineMinuteJob, type JobCtx } from '../../jobs/define-job.ts';
import { inLanes, type Lane } from '../../jobs/lanes.ts';
import { AppError } from '../../work/app-error.ts';
import type { Actor, Ctx } from '../../work/context.ts';
import { isDiskFull } from '../../work/disk-full.ts';
import { notify, type NewNotification } from '../../work/notify.ts';
import { adoptFiles, discardOrphan } from '../../work/orphan-files.ts';
import { transact, type Work } from '../../work/transact.ts';
import { markDone } from '../personal-data/request-work.queries.ts';
import { mayAskFor } from './exports.policy.ts';
import {
  beginExportAttempt,
  endExport,
  findExport,
  findRequester,
  findRunningFor,
  forgetFile,
  listExpiredFiles,
  listInTheMaking,
  type Attempt,
  type FoundExport,
} from './exports.queries.ts';
import {
  auditedObject,
  exportMail,
  fileNameOf,
  NO_LONGER_ALLOWED,
  NO_SPACE_FOR_EXPORT,
  TOO_LARGE,
} from './exports.words.ts';
import { openTable } from './open-table.ts';
import { ExportOver, keepExportProgress, storeFile } from './write-export.ts';

// From a request to its file: the job begins an attempt (1), a child process writes the file (2), one transaction ends the export
// and tells of it (3). A sweep takes up what was left on the way.

const ATTEMPTS_MAX = 9;

export const runExportInChildProcess = inChildProcess<Attempt>({
  module: new URL('./export-program.ts', import.meta.url),
  // Two batches of rows and the text they become.
  memory: 96,
});

/**
 * Step 1, one run of the job: a new attempt, which writes the file from its beginning. Run again after a crash at any moment it ends
 * in the same state: one complete file or none. For an export that is over it does nothing.
 */
export async function makeExport(
  ctx: JobCtx,
  exportId: string,
  { runAttempt = runExportInChildProcess() }: { runAttempt?: RunAttempt<Attempt> } = {},
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginExportAttempt(trx, exportId));
  if (attempt !== null) await runAttempt(ctx, { id: exportId, attempt });
}

const makeExportJob = defineJob({
  name: 'export.make',
  payload: z.object({ exportId: z.uuid() }),
  retry: { limit: ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
  expireSeconds: 4 * 3_600,
  concurrency: EXPORTS_AT_ONCE,
  unique: true,
  handler: (ctx, { exportId }) => makeExport(ctx, exportId),
});
export const makeExportJobs = inLanes(makeExportJob);

interface AttemptOptions {
  /** Called with the tenth of the rows that has been written: '1' to '10'. For tests that kill it on its way. */
  onStep?: (step: string) => void;
}

/** Step 2, in the child process. What trying again cannot mend ends it in ERROR, with words; everything else is thrown. */
export async function attemptExport(ctx: Ctx, attempt: Attempt, { onStep }: AttemptOptions = {}): Promise<void> {
  const person = await findRequesterOf(ctx, attempt);
  if (!person) return;
  const { job, viewer } = person;
  if (viewer === null) return failExport(ctx, attempt, NO_LONGER_ALLOWED);
  const abort = new AbortController();
  const progress = keepExportProgress(ctx, attempt, abort, onStep);
  try {
    const stored = await ctx.read(ctx.db, (db, connection) =>
      withClient(
        { databaseUrl: ctx.databaseUrl, connection, abort, applicationName: 'campanero export' },
        async (client) => {
          // Sorting an audience of millions needs room; parallel workers would not inherit the low priority.
          await client.query(`set work_mem = '48MB'; set max_parallel_workers_per_gather = 0`);
          const table = await openTable({ client, db }, job, viewer);
          return storeFile(ctx, table, progress, abort.signal);
        },
      ),
    );
    await progress.stop();
    const isOurs = await completeExport(ctx, attempt, { ...stored, rows: progress.rows() });
    if (!isOurs) await discardOrphan(ctx, stored.key);
  } catch (error) {
    if (abort.signal.reason instanceof ExportOver) return;
    const isTooLarge = error instanceof AppError && error.error === 'TOO_LARGE';
    if (!isTooLarge && !isDiskFull(error)) throw error;
    await progress.stop();
    await failExport(ctx, attempt, isTooLarge ? TOO_LARGE : NO_SPACE_FOR_EXPORT);
  } finally {
    await progress.stop();
  }
}

/** The export and the person it is made for, as they are now; a null viewer may no longer have it. */
async function findRequesterOf({ db }: Ctx, attempt: Attempt) {
  const requestedBy = await findRunningFor(db, attempt);
  if (requestedBy === undefined) return null;
  const { primary, disabled } = await findRequester(db, requestedBy);
  const viewer = { id: requestedBy, primary: primary ?? undefined };
  const job = (await findExport(db, viewer, attempt.id)) as FoundExport;
  return { job, viewer: !disabled && mayAskFor(viewer, job) ? viewer : null };
}

const HOUR_MS = 3_600_000;
/** For names alone: the campaign's name is in the requester's own mail and audit record. */
const EVERYTHING = { id: 0, primary: ADMINISTRADOR };

async function getEnded({ trx }: Pick<Work, 'trx'>, id: string): Promise<FoundExport> {
  const job = await findExport(trx, EVERYTHING, id);
  if (!job) throw new Error(`export ${id} is not there`);
  return job;
}

/**
 * Step 3, in one transaction: the file belongs to its row; mail, Inbox, bell and audit tell of
 * it, and the socket event of its kind follows, if it has one. False: it was cancelled or taken over meanwhile, and the file
 * is nobody's.
 */
const completeExport = (
  ctx: Ctx,
  attempt: Attempt,
  { key, bytes, rows }: Pick<StoredFile, 'key' | 'bytes'> & { rows: number },
): Promise<boolean> =>
  transact(ctx, async (work) => {
    const { trx, now } = work;
    const job = await getEnded(work, attempt.id);
    const expiresAt = new Date(now.getTime() + EXPORT_HOURS * HOUR_MS);
    const fileName = fileNameOf(job);
    const isOurs = await endExport(trx, attempt, {
      status: 'COMPLETED',
      finishedAt: now,
      progress: 1,
      rowCount: rows,
      total: rows,
      bytes,
      fileKey: key,
      fileName,
      expiresAt,
    });
    if (!isOurs) return false;
    await adoptFiles(trx, [key]);
    await noteReport(work, job);
    const person = await findRequester(trx, job.requestedBy);
    const mail = exportMail(job, { rows, expiresAt }, `${ctx.config.publicUrl}/export/${job.id}`);
    await queueMail(work, {
      userId: person.id,
      to: person.email,
      subject: mail.subject,
      text: letter(person.firstName, ...mail.paragraphs),
      inboxText: letter(person.firstName, ...mail.inboxParagraphs),
      exportId: job.id,
    });
    await tell(work, job, { status: 'COMPLETED' }, { Acción: 'Exportación terminada', Archivo: fileName, Filas: rows });
    return true;
  });

/** A report that was made for a citizen's request is what that request asked for. */
async function noteReport({ trx, now }: Pick<Work, 'trx' | 'now'>, job: FoundExport): Promise<void> {
  if (job.kind !== 'personal_data') return;
  const { personId, requestId } = job.filters as { personId: number; requestId?: number };
  if (requestId === undefined) return;
  await markDone(trx, { requestId, personId, kind: 'ACCESO' }, { at: now, by: job.requestedBy });
}

/**
 * Step 3 of an export that cannot be made: ERROR, with the reason in words where there is one for people. Does nothing to one that is over.
 */
const failExport = (ctx: Ctx, attempt: Attempt, words: string | null): Promise<void> =>
  transact(ctx, async (work) => {
    const isOurs = await endExport(work.trx, attempt, { status: 'ERROR', finishedAt: work.now, failure: words });
    if (!isOurs) return;
    const job = await getEnded(work, attempt.id);
    await tell(
      work,
      job,
      { status: 'ERROR', ...(words !== null && { reason: words }) },
      { Acción: 'Exportación fallida', Motivo: words ?? undefined },
    );
  });

async function tell(
  work: Work<Actor | null>,
  job: FoundExport,
  notification: Pick<NewNotification, 'status' | 'reason'>,
  outcome: Record<string, string | number | undefined>,
): Promise<void> {
  const { label, audit, bell, event } = EXPORT_KINDS[job.kind];
  await work.audit({
    action: audit,
    subaction: 'EXPORTAR',
    object: auditedObject(job),
    userId: job.requestedBy,
    after: { ...outcome, Exportación: label, Campaña: job.campaignName ?? undefined },
  });
  const { requestedBy: userId, campaignId } = job;
  await notify(work, [
    {
      ...notification,
      userId,
      action: bell,
      subject: `export:${job.id}`,
      exportId: job.id,
      ...(campaignId !== null && { campaignId }),
    },
  ]);
  if (event) {
    const payload = { userId, campaignId, status: { status: notification.status ?? 'COMPLETED' } };
    work.afterCommit({ to: [userId], event, payload });
  }
}

const FILES_AT_ONCE = 100;

/**
 * No export stays in the making without somebody working on it: one without a job gets a new one, and one whose job ran out of tries
 * ends in ERROR. Files that have expired are removed; their rows stay. Safe to run at any time, any number of times.
 */
async function sweepExports(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const { id, attempt, lane } of await listInTheMaking(ctx.db)) {
    signal.throwIfAborted();
    const job = makeExportJobs[lane as Lane];
    if (await ctx.jobs.isPending(job, { exportId: id })) continue;
    if (attempt >= ATTEMPTS_MAX) await failExport(ctx, { id, attempt }, null);
    else await transact(ctx, ({ enqueue }) => enqueue(job, { exportId: id }, { key: id }));
  }
  for (;;) {
    const expired = await listExpiredFiles(ctx.db, ctx.clock(), FILES_AT_ONCE);
    for (const { id, fileKey } of expired) {
      signal.throwIfAborted();
      // The file before its key: removing what is not there is no error.
      await ctx.files.remove(fileKey);
      await forgetFile(ctx.db, id);
    }
    if (expired.length < FILES_AT_ONCE) return;
  }
}

const sweepExportsJob = defineMinuteJob('export.sweep', (ctx) => sweepExports(ctx, ctx.job.signal));

export const exportJobs = [...Object.values(makeExportJobs), sweepExportsJob];
