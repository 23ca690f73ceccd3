import { type ExportFormat, isBeingMade } from '@campanero/contract/exports/schemas';
import { routesOf } from '../../http/mount.ts';
import { sendFile } from '../../http/send-file.ts';
import { exportRequests } from './request-export.ts';
import type { exports } from '@campanero/contract/exports/endpoints';
import type { HandlerReply } from '@campanero/contract/endpoint';
import { AppError, type SignedCtx, transact } from '../../work/index.ts';
import { exportWork } from './make-export.ts';
import { mayViewExport } from './exports.policy.ts';
import { exportAttempts, findExport, type FoundExport } from './exports.queries.ts';
import { exportAudit } from './exports.words.ts';

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const exportRoutes = routesOf('exports', {
  ...exportRequests,
  download: async ({ params }, ctx, _request, reply) => sendFile(reply, await openExport(ctx, params.id)),
  detail: ({ params }, ctx) => viewExport(ctx, params.id),
  cancel: ({ params }, ctx) => cancelExport(ctx, params.id),
});

async function getVisible({ db, actor }: Pick<SignedCtx, 'db' | 'actor'>, id: string): Promise<FoundExport> {
  const job = await findExport(db, actor, id);
  if (!job || !mayViewExport(actor, job)) throw new AppError('NOT_FOUND');
  return job;
}

const isExpired = (job: FoundExport, now: Date) =>
  job.status === 'COMPLETED' && (job.fileKey === null || (job.expiresAt !== null && job.expiresAt <= now));

const seconds = (when: Date) => Math.floor(when.getTime() / 1000);

async function viewExport(ctx: SignedCtx, id: string): Promise<HandlerReply<typeof exports.detail>> {
  const job = await getVisible(ctx, id);
  return {
    ...job,
    status: isExpired(job, ctx.clock()) ? 'EXPIRED' : job.status,
    ahead: job.status === 'PENDING' ? await exportWork.countAhead(ctx, job) : null,
    rows: job.rowCount,
    expires: job.expiresAt && seconds(job.expiresAt),
    campaign: job.campaignId === null ? null : { id: job.campaignId, name: job.campaignName ?? '' },
    isOwn: job.requestedBy === ctx.actor.id,
  };
}

async function openExport(ctx: SignedCtx, id: string) {
  const job = await getVisible(ctx, id);
  if (isBeingMade(job.status)) throw new AppError('EXPORT_NOT_READY');
  if (job.status !== 'COMPLETED') throw new AppError('EXPORT_NOT_MADE');
  if (isExpired(job, ctx.clock())) throw new AppError('EXPORT_EXPIRED');
  const content = await ctx.files.get(job.fileKey ?? '');
  try {
    await transact(ctx, ({ audit }) =>
      audit(exportAudit(job, 'Exportación descargada', { Archivo: job.fileName, Filas: job.rowCount })),
    );
  } catch (error) {
    content.destroy();
    throw error;
  }
  return { originalName: job.fileName ?? '', contentType: CONTENT_TYPES[job.format], bytes: job.bytes ?? 0, content };
}

/** The worker notices within a second. If it completes first: 409. */
async function cancelExport(ctx: SignedCtx, id: string) {
  await transact(ctx, async ({ trx, actor, now, audit }) => {
    const job = await findExport(trx, actor, id);
    if (!job || job.requestedBy !== actor.id || !mayViewExport(actor, job)) throw new AppError('NOT_FOUND');
    const isCancelled = await exportAttempts.update(trx, { id }, { status: 'CANCELLED', finishedAt: now });
    if (!isCancelled) throw new AppError('EXPORT_OVER');
    await audit(exportAudit(job, 'Exportación cancelada'));
  });
  return viewExport(ctx, id);
}
