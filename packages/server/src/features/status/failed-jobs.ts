import { countFailedJobs, dropFailedJobs, retryFailedJobs } from '../../jobs/queue-states.ts';
import { AppError, auditAbout, type SignedCtx, transact } from '../../work/index.ts';
import type { StatusReply } from './status.queries.ts';
import { isKnownQueue, queueTitle } from './queue.words.ts';
import { viewStatus } from './view-status.ts';

const ACTIONS = {
  'Reintentar trabajos fallidos': retryFailedJobs,
  'Descartar trabajos fallidos': dropFailedJobs,
} as const;

async function changeFailedJobs(ctx: SignedCtx, queue: string, action: keyof typeof ACTIONS): Promise<StatusReply> {
  if (!isKnownQueue(queue)) throw new AppError('NOT_FOUND');
  await transact(ctx, async ({ trx, now, audit }) => {
    const failed = await countFailedJobs(trx, queue);
    if (failed === 0) throw new AppError('NO_FAILED_JOBS');
    const settled = await ACTIONS[action](trx, queue, now);
    const after = { Acción: action, Cola: queueTitle(queue), Trabajos: settled };
    await audit(auditAbout('ETIQUETA', 'queue')(queue, 'ACCIÓN', { before: { Fallidos: failed }, after }));
  });
  return viewStatus(ctx);
}

export const retryFailed = (ctx: SignedCtx, queue: string) =>
  changeFailedJobs(ctx, queue, 'Reintentar trabajos fallidos');
export const dropFailed = (ctx: SignedCtx, queue: string) =>
  changeFailedJobs(ctx, queue, 'Descartar trabajos fallidos');
