import { AppError, notify, type SignedCtx, transact } from '../../work/index.ts';
import { findForEdit } from '../campaigns/edit/campaign-write.queries.ts';
import { lockStage, moveStatus } from '../campaigns/status/change-status.ts';
import { findLastLoad, markLoadCancelled, type LoadRecord } from './loads.queries.ts';

/** The worker notices within a second and keeps nothing. If the load completes first: 409. */
export const cancelRunningLoad = (ctx: SignedCtx, campaignId: number): Promise<LoadRecord> =>
  transact(
    ctx,
    {
      remember: {
        remember: () => ({ campaignId }),
        recall: async (trx) => (await findLastLoad(trx, ctx.actor, campaignId)) as LoadRecord,
      },
    },
    async (work) => {
      const { trx, actor, now, audit } = work;
      const stage = await lockStage(trx, campaignId);
      const campaign = await findForEdit(trx, actor, campaignId);
      if (!campaign) throw new AppError('NOT_FOUND');
      const load = await findLastLoad(trx, actor, campaignId);
      if (load?.status !== 'RUNNING') throw new AppError('LOAD_NOT_RUNNING');
      const { from, to } = await moveStatus(work, stage, ['dropLoad']);
      await markLoadCancelled(trx, campaignId, now);
      if (load.createdBy !== actor.id)
        await notify(work, [
          {
            userId: load.createdBy,
            action: 'BULK AUDIENCE',
            subject: `load:${load.id}`,
            campaignId,
            status: 'CANCELLED',
          },
        ]);
      await audit({
        action: 'CAMPAÑA',
        subaction: 'ASIGNAR',
        object: { type: 'campaign', id: campaignId },
        before: { Estado: from },
        after: { Campaña: campaign.name, Estado: to, Audiencia: load.name, Carga: 'Cancelada' },
      });
      return { ...load, status: 'CANCELLED', finishedAt: now };
    },
  );
