import { isClosed } from '@campanero/contract/campaigns/status';
import { SCRIPT_MAX_FILES } from '@campanero/contract/limits';
import { z } from 'zod';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import { AppError, assertCurrent, campaignAudit, fieldError, type SignedCtx, transact } from '../../../work/index.ts';
import { defineJob } from '../../../jobs/define-job.ts';
import { deleteScripts, insertScripts, listScripts, updateCampaignRow } from './campaign-write.queries.ts';
import { currentState, lockForEdit } from '../status/change-status.ts';
import { describeCampaign } from '../view/describe-campaign.queries.ts';
import { scriptIdsOf } from '../campaigns.present.ts';

/** `PATCH /campaign/{id}`: adds scripts and removes those not kept. A job deletes the removed files. */
export const replaceScripts = (
  ctx: SignedCtx,
  id: number,
  /** `links`: of the scripts that stay, comma-separated; absent: all stay. */
  { links, version }: { links?: string; version?: number },
  files: readonly UploadedFile[],
): Promise<{ id: number }> =>
  transact(ctx, async ({ trx, actor, now, audit, enqueue }) => {
    const { stage, campaign } = await lockForEdit(trx, actor, id);
    if (isClosed(currentState(stage, now))) throw new AppError('CAMPAIGN_FINISHED');
    assertCurrent(campaign, version);

    const current = await listScripts(trx, id);
    const kept = links === undefined ? new Set(current.map((script) => script.id)) : scriptIdsOf(id, links);
    if ([...kept].some((scriptId) => !current.some((script) => script.id === scriptId)))
      throw fieldError('VALIDATION', 'links', 'Uno de los guiones ya no existe.');
    if (kept.size + files.length > SCRIPT_MAX_FILES) throw new AppError('TOO_MANY_FILES');

    const before = await describeCampaign(trx, id);
    const removed = current.filter((script) => !kept.has(script.id));
    if (removed.length > 0) {
      const ids = removed.map((script) => script.id);
      await deleteScripts(trx, ids);
      await enqueue(removeFilesJob, { keys: removed.map((script) => script.fileKey) });
    }
    await insertScripts(trx, id, files, { userId: actor.id, now });
    await updateCampaignRow(trx, id, {}, now);
    await audit(campaignAudit(id, 'ACTUALIZAR'), { before, after: await describeCampaign(trx, id) });
    return { id };
  });

/** Idempotent: deleting a missing file is no error. */
export const removeFilesJob = defineJob({
  name: 'campaign.remove-files',
  payload: z.object({ keys: z.array(z.string()).max(100) }),
  retry: { limit: 20, delaySeconds: 30, maxDelaySeconds: 3_600 },
  expireSeconds: 300,
  async handler({ files }, { keys }) {
    for (const key of keys) await files.remove(key);
  },
});
