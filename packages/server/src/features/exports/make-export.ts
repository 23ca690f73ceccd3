import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { EXPORT_HOURS } from '@campanero/contract/exports/schemas';
import { SEES_ALL } from '../../call-store/reach.ts';
import { z } from 'zod';
import { withClient } from '../../db/dedicated-client.ts';
import { EXPORTS_AT_ONCE } from '../../db/pool-sizes.ts';
import type { StoredFile } from '../../integrations/files/port.ts';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import { defineWork } from '../../jobs/attempted-work.ts';
import { type Actor, AppError, type AuditValues, type Ctx, notify, transact, type Work } from '../../work/index.ts';
import { type Attempt, AttemptOver, saveRegularly } from '../../work/attempts.ts';
import { isDiskFull } from '../../work/disk-full.ts';
import { adoptFiles, discardOrphan, putOrphan } from '../../work/orphan-files.ts';
import { recordEvent } from '../../work/outgoing-events.ts';
import { findPresentViewer } from '../service-accounts/service-accounts.queries.ts';
import { markDone } from '../personal-data/request-work.queries.ts';
import { mayRequestExport } from './exports.policy.ts';
import {
  clearFileKey,
  exportAttempts,
  findExport,
  findRequester,
  type FoundExport,
  listExpiredFiles,
} from './exports.queries.ts';
import {
  exportAudit,
  exportMail,
  fileNameOf,
  NO_LONGER_ALLOWED,
  NO_SPACE_FOR_EXPORT,
  TOO_LARGE,
} from './exports.words.ts';
import { openTable } from './open-table.ts';
import { Readable } from 'node:stream';
import { CSV_MARK, csvLine } from '@campanero/contract/loads/csv/write-csv';
import type { StreamedTable } from '../../db/stream-rows.ts';
import type { BufferedFile } from './statistics-file.ts';

/** One attempt, in the child process. Non-retryable errors end it in ERROR with a message; others are thrown. */
export async function attemptExport(
  ctx: Ctx,
  attempt: Attempt<string>,
  /** Called with the tenth of the rows written, '1' to '10'; for tests that kill the process. */
  onStep?: (step: string) => void,
): Promise<void> {
  const found = await findJobAndViewer(ctx, attempt);
  if (!found) return;
  const { job, viewer } = found;
  if (viewer === null) return failExport(ctx, attempt, NO_LONGER_ALLOWED);
  const abort = new AbortController();
  const progress = keepExportProgress(ctx, attempt, abort, onStep);
  try {
    const stored = await ctx.read(ctx.db, (db, connection) =>
      withClient(
        { databaseUrl: ctx.databaseUrl, connection, abort, applicationName: 'campanero export' },
        async (client) => {
          // Sorting millions of rows needs memory; parallel workers would not inherit the low priority.
          await client.query(`set work_mem = '48MB'; set max_parallel_workers_per_gather = 0`);
          const table = await openTable({ client, db }, job, viewer);
          return storeFile(ctx, table, progress, abort.signal);
        },
      ),
    );
    await progress.stop();
    const isCurrent = await completeExport(ctx, attempt, { ...stored, rows: progress.rows() });
    if (!isCurrent) await discardOrphan(ctx, stored.key);
  } catch (error) {
    if (abort.signal.reason instanceof AttemptOver) return;
    const isTooLarge = error instanceof AppError && error.error === 'TOO_LARGE';
    if (!isTooLarge && !isDiskFull(error)) throw error;
    await progress.stop();
    await failExport(ctx, attempt, isTooLarge ? TOO_LARGE : NO_SPACE_FOR_EXPORT);
  } finally {
    await progress.stop();
  }
}

/** The export and its requester's current permissions; a null viewer may no longer have it. */
async function findJobAndViewer({ db, clock }: Ctx, attempt: Attempt<string>) {
  const row = await exportAttempts.find(db, attempt);
  if (!row) return null;
  const { requestedBy } = row;
  const viewer = await findPresentViewer(db, requestedBy, clock());
  const job = (await findExport(db, viewer ?? { id: requestedBy, primary: undefined }, attempt.id)) as FoundExport;
  return { job, viewer: viewer && mayRequestExport(viewer, job) ? viewer : null };
}

const HOUR_MS = 3_600_000;

async function getExport({ trx }: Pick<Work, 'trx'>, id: string): Promise<FoundExport> {
  const job = await findExport(trx, SEES_ALL, id);
  if (!job) throw new Error(`export ${id} does not exist`);
  return job;
}

/** False if it was cancelled or taken over: the caller discards the file. */
const completeExport = (
  ctx: Ctx,
  attempt: Attempt<string>,
  { key, bytes, rows }: Pick<StoredFile, 'key' | 'bytes'> & { rows: number },
): Promise<boolean> =>
  transact(ctx, async (work) => {
    const { trx, now } = work;
    const job = await getExport(work, attempt.id);
    const expiresAt = new Date(now.getTime() + EXPORT_HOURS * HOUR_MS);
    const fileName = fileNameOf(job);
    const isCurrent = await exportAttempts.update(trx, attempt, {
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
    if (!isCurrent) return false;
    await adoptFiles(trx, [key]);
    await markRequestDone(work, job);
    const person = await findRequester(trx, job.requestedBy);
    const mail = exportMail(job, { rows, expiresAt }, ctx.config.publicUrl);
    if (person.kind === 'person')
      await queueMail(work, {
        userId: person.id,
        to: person.email,
        subject: mail.subject,
        text: letter(person.firstName, ...mail.paragraphs),
        inboxText: letter(person.firstName, ...mail.inboxParagraphs),
        exportId: job.id,
      });
    await recordEvent(work, {
      kinds: ['export.ready'],
      campaignIds: job.campaignId === null ? [] : [job.campaignId],
      stream: `export:${job.id}`,
      data: { exportId: job.id, kind: job.kind, campaignId: job.campaignId, userId: job.requestedBy, rows, expiresAt },
    });
    await recordOutcome(work, job, { status: 'COMPLETED' }, { Archivo: fileName, Filas: rows });
    return true;
  });

/** A report requested for a data request fulfils it. */
async function markRequestDone({ trx, now }: Pick<Work, 'trx' | 'now'>, job: FoundExport): Promise<void> {
  if (job.kind !== 'personal_data') return;
  const { personId, requestId } = job.filters as { personId: number; requestId?: number };
  if (requestId === undefined) return;
  await markDone(trx, { requestId, personId, kind: 'ACCESO' }, { at: now, by: job.requestedBy });
}

/** Ends a failed export in ERROR, with a message if there is one for users. No effect on an ended export. */
const failExport = (ctx: Ctx, attempt: Attempt<string>, message: string | null): Promise<void> =>
  transact(ctx, async (work) => {
    const ending = { status: 'ERROR', finishedAt: work.now, failure: message };
    if (!(await exportAttempts.update(work.trx, attempt, ending))) return;
    const job = await getExport(work, attempt.id);
    const notification = { status: 'ERROR' as const, ...(message !== null && { reason: message }) };
    await recordOutcome(work, job, notification, { Motivo: message ?? undefined });
  });

async function recordOutcome(
  work: Work<Actor | null>,
  job: FoundExport,
  notification: { status: 'COMPLETED' | 'ERROR'; reason?: string },
  facts: AuditValues,
): Promise<void> {
  const { bell, event } = EXPORT_KINDS[job.kind];
  const { requestedBy: userId, campaignId } = job;
  const { status } = notification;
  const action = status === 'COMPLETED' ? 'Exportación terminada' : 'Exportación fallida';
  await work.audit({ ...exportAudit(job, action, facts), userId });
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
  if (event) work.afterCommit({ to: [userId], event, payload: { userId, campaignId, status: { status } } });
}

const FILES_AT_ONCE = 100;

/** Expired files are removed, their rows stay. */
async function removeExpiredFiles(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expired = await listExpiredFiles(ctx.db, ctx.clock(), FILES_AT_ONCE);
    for (const { id, fileKey } of expired) {
      signal.throwIfAborted();
      // File before key: removing a missing file is no error, so a retry is safe.
      await ctx.files.remove(fileKey);
      await clearFileKey(ctx.db, id);
    }
    if (expired.length < FILES_AT_ONCE) return;
  }
}

export const exportWork = defineWork({
  attempts: exportAttempts,
  job: {
    name: 'export.make',
    payload: z.object({ exportId: z.uuid() }),
    expireSeconds: 4 * 3_600,
    concurrency: EXPORTS_AT_ONCE,
  },
  hasLanes: true,
  payloadOf: ({ id }: { id: string; lane: string }) => ({ exportId: id }),
  idOf: ({ exportId }) => exportId,
  program: {
    module: new URL('./export-program.ts', import.meta.url),
    // Enough for two batches of rows and their text.
    memory: 96,
  },
  sweepName: 'export.sweep',
  fail: (ctx, job) => failExport(ctx, job, null),
  cleanUp: (ctx, { signal }) => removeExpiredFiles(ctx, signal),
});

type Progress = ReturnType<typeof keepExportProgress>;

/** Saves the progress once a second; the same write detects that another attempt took over. */
function keepExportProgress(
  { db }: Ctx,
  attempt: Attempt<string>,
  abort: AbortController,
  onStep: ((step: string) => void) | undefined,
) {
  const state: { progress: number; rowCount: number; total: number | null } = { progress: 0, rowCount: 0, total: null };
  const stop = saveRegularly(
    () => exportAttempts.update(db, attempt, state),
    () => abort.abort(new AttemptOver()),
  );
  return {
    // Restarts at 0 when a read moves from a replica to the primary.
    begin: (total: number | null) => Object.assign(state, { total, progress: 0, rowCount: 0 }),
    wrote(rows: number, done: number) {
      const tenth = Math.floor(done * 10);
      if (tenth > Math.floor(state.progress * 10)) onStep?.(String(tenth));
      Object.assign(state, { rowCount: state.rowCount + rows, progress: Math.min(done, 1) });
    },
    rows: () => state.rowCount,
    stop,
  };
}

/** The store shows the file only once it is complete. */
const storeFile = (ctx: Ctx, content: StreamedTable | BufferedFile, progress: Progress, signal: AbortSignal) => {
  const chunks = 'content' in content ? writeBuffered(content, progress) : writeCsv(content, progress, signal);
  return putOrphan(ctx, Readable.from(chunks, { objectMode: false, highWaterMark: 1 }), Number.MAX_SAFE_INTEGER);
};

async function* writeBuffered({ content, rows }: BufferedFile, progress: Progress) {
  progress.begin(rows);
  yield content;
  progress.wrote(rows, 1);
}

/** `;`, UTF-8 with BOM, CRLF: Excel with Spanish settings opens it, and our loader reads it back. */
async function* writeCsv(table: StreamedTable, progress: Progress, signal: AbortSignal) {
  progress.begin(table.total);
  yield CSV_MARK + csvLine(table.header);
  for await (const { csv, rows, done } of table.pieces) {
    signal.throwIfAborted();
    if (csv.length > 0) yield csv;
    progress.wrote(rows, done);
  }
}
