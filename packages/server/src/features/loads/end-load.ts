import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { type Actor, AppError, type Ctx, notify, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { campaignAudit } from '../../work/audit.ts';
import {
  findLastLoad,
  findLoader,
  loadAttempts,
  type LoadRecord,
  markLoadCancelled,
  recordLoadEvent,
} from './loads.queries.ts';
import { type LockedStage, lockForEdit, lockStage, moveStatus } from '../campaigns/status/change-status.ts';
import { type LoadReport, NO_SPACE_FOR_LOAD } from '../../call-store/load/index.ts';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import { loadMail } from './loads.words.ts';

type FailedLoad = { id: number; attempt: number; campaignId: number; createdBy: number; source: string };

/** Completes a load in the transaction that makes its calls visible: status, report, notification, mail and event. */
export async function completeLoad(
  { config }: Pick<Ctx, 'config'>,
  work: Work<Actor | null>,
  { id, campaignId, createdBy }: Pick<FailedLoad, 'id' | 'campaignId' | 'createdBy'>,
  stage: LockedStage,
  report: LoadReport,
): Promise<void> {
  await moveStatus(work, stage, ['loaded']);
  work.publishActivity(stage);
  const done = { ...report, status: 'COMPLETED', progress: 1, finishedAt: work.now };
  await work.trx.updateTable('audienceLoad').set(done).where('id', '=', id).execute();
  const { read, loaded, rejected } = report;
  await recordLoadEvent(work, { id, campaignId }, { status: 'COMPLETED', read, loaded, rejected });
  await tellLoader(work, { id, campaignId, createdBy }, report, config.publicUrl);
}

async function tellLoader(
  work: Work<Actor | null>,
  { id, campaignId, createdBy: userId }: Pick<FailedLoad, 'id' | 'campaignId' | 'createdBy'>,
  /** What was loaded, or why it failed. */
  result: LoadReport | string,
  publicUrl: string,
): Promise<void> {
  const failed = typeof result === 'string';
  const status = failed ? 'ERROR' : 'COMPLETED';
  const reason = failed ? result : undefined;
  await notify(work, [{ userId, action: 'BULK AUDIENCE', subject: `load:${id}`, campaignId, status, reason }]);
  const loader = await findLoader(work.trx, campaignId, userId);
  if (loader) {
    const { subject, paragraphs } = loadMail({ id: campaignId, name: loader.name }, result, publicUrl);
    await queueMail(work, { userId, to: loader.email, subject, text: letter(loader.firstName, ...paragraphs) });
  }
  work.afterCommit({ to: [userId], event: 'audience', payload: { userId, campaignId, status: { status } } });
}

/** Notifications of failed imports from other systems have one fixed text; only a full disk is named. */
const notificationReason = ({ source }: FailedLoad, message: string) =>
  source === 'csv' || source === 'campaign' || message === NO_SPACE_FOR_LOAD ? message : IMPORT_FAILED;

/** Only the report and the rejected rows stay. No effect on a load that has ended. */
export const failLoad = (ctx: Ctx, load: FailedLoad, message: string, counts: { read: number; rejected: number }) =>
  transact(ctx, async (work) => {
    const { trx, now } = work;
    const stage = await lockStage(trx, load.campaignId);
    const ending = { ...counts, status: 'ERROR', failure: message, finishedAt: now };
    if (!(await loadAttempts.update(trx, load, ending))) return;
    await moveStatus(work, stage, ['dropLoad']);
    await recordLoadEvent(work, load, { status: 'ERROR', ...counts });
    await tellLoader(work, load, notificationReason(load, message), ctx.config.publicUrl);
  });

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
      await audit(campaignAudit(campaignId, 'ASIGNAR'), { before: { Estado: from }, after });
      return { ...load, status: 'CANCELLED', finishedAt: now };
    },
  );
