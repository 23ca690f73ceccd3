import { AppError, campaignAudit, notify, type SignedCtx, transact } from '../../work/index.ts';
import { lockForEdit, moveStatus } from '../campaigns/status/change-status.ts';
import { findLastLoad, markLoadCancelled, type LoadRecord } from './loads.queries.ts';

const CANCELLED = { action: 'BULK AUDIENCE', status: 'CANCELLED' } as const;

/** The worker notices within a second and keeps nothing. If the load completes first: 409. */
export const cancelRunningLoad = (ctx: SignedCtx, campaignId: number): Promise<LoadRecord> =>
  transact(
    ctx,
    { remember: { remember: () => null, recall: async (trx) => (await findLastLoad(trx, ctx.actor, campaignId))! } },
    async (work) => {
      const { trx, actor, now, audit } = work;
      const { stage, campaign } = await lockForEdit(trx, actor, campaignId);
      const load = await findLastLoad(trx, actor, campaignId);
      if (load?.status !== 'RUNNING') throw new AppError('LOAD_NOT_RUNNING');
      const { from, to } = await moveStatus(work, stage, ['dropLoad']);
      await markLoadCancelled(trx, campaignId, now);
      if (load.createdBy !== actor.id)
        await notify(work, [{ ...CANCELLED, userId: load.createdBy, subject: `load:${load.id}`, campaignId }]);
      const after = { Campaña: campaign.name, Estado: to, Audiencia: load.name, Carga: 'Cancelada' };
      await audit(campaignAudit(campaignId, 'ASIGNAR', { before: { Estado: from }, after }));
      return { ...load, status: 'CANCELLED', finishedAt: now };
    },
  );
