import { isClosed } from '@campanero/contract/campaigns/rules';
import { SCRIPT_MAX_FILES } from '@campanero/contract/limits';
import { z } from 'zod';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import { AppError } from '../../../work/app-error.ts';
import type { SignedCtx } from '../../../work/context.ts';
import { transact } from '../../../work/transact.ts';
import { assertCurrent } from '../../../work/version.ts';
import { defineJob } from '../../../jobs/define-job.ts';
import { deleteScripts, findForEdit, insertScripts, listScripts, updateCampaignRow } from './campaign-write.queries.ts';
import { currentState, lockStage } from '../status/change-status.ts';
import { describeCampaign } from '../view/describe-campaign.queries.ts';
import { scriptIdsOf } from '../campaigns.present.ts';

interface KeptScripts {
  /** Comma-joined links of those that stay; absent: all stay. */
  links?: string;
  version?: number;
}

/**
 * `PATCH /campaign/{id}`: new files beside the kept ones, five in all. Creator roles, campaigns they see, not finished.
 * Removed files are deleted from the store by a job that exists only if this commits. One audit record CAMPAÑA ACTUALIZAR,
 * no event.
 */
export const replaceScripts = (
  ctx: SignedCtx,
  id: number,
  { links, version }: KeptScripts,
  files: readonly UploadedFile[],
): Promise<{ id: number }> =>
  transact(ctx, async ({ trx, actor, now, audit, enqueue }) => {
    const stage = await lockStage(trx, id);
    const campaign = await findForEdit(trx, actor, id);
    if (!campaign) throw new AppError('NOT_FOUND');
    if (isClosed(currentState(stage, now))) throw new AppError('CAMPAIGN_FINISHED');
    assertCurrent(campaign, version);

    const present = await listScripts(trx, id);
    const kept = links === undefined ? new Set(present.map((script) => script.id)) : scriptIdsOf(id, links);
    if ([...kept].some((scriptId) => !present.some((script) => script.id === scriptId)))
      throw new AppError('VALIDATION', { fields: [{ field: 'links', message: 'Uno de los guiones ya no existe.' }] });
    if (kept.size + files.length > SCRIPT_MAX_FILES) throw new AppError('TOO_MANY_FILES');

    const before = await describeCampaign(trx, id);
    const dropped = present.filter((script) => !kept.has(script.id));
    if (dropped.length > 0) {
      await deleteScripts(
        trx,
        dropped.map((script) => script.id),
      );
      await enqueue(removeFilesJob, { keys: dropped.map((script) => script.fileKey) });
    }
    await insertScripts(trx, id, files, { userId: actor.id, now });
    await updateCampaignRow(trx, id, {}, now);
    await audit({
      action: 'CAMPAÑA',
      subaction: 'ACTUALIZAR',
      object: { type: 'campaign', id },
      before,
      after: await describeCampaign(trx, id),
    });
    return { id };
  });

/** Deletes files whose rows are gone from the store. Deleting a missing file is no error, so it may run twice. */
export const removeFilesJob = defineJob({
  name: 'campaign.remove-files',
  payload: z.object({ keys: z.array(z.string()).max(100) }),
  retry: { limit: 20, delaySeconds: 30, maxDelaySeconds: 3_600 },
  expireSeconds: 300,
  async handler({ files }, { keys }) {
    for (const key of keys) await files.remove(key);
  },
});
