import { isClosed } from '@campanero/contract/campaigns/rules';
import { SCRIPT_MAX_FILES } from '@campanero/contract/limits';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { deleteScripts, findForEdit, insertScripts, listScripts, updateCampaign } from './campaign-write.queries.ts';
import { currentState, lockStage } from './change-status.ts';
import { describeCampaign } from './describe-campaign.queries.ts';
import { removeFilesJob } from './remove-files.ts';
import { scriptIdsOf } from './script-links.ts';

interface Wanted {
  /** Comma-joined links of those that stay; absent: all of them. */
  links?: string;
  version?: number;
}

/**
 * `PATCH /campaign/{id}`: new files beside the kept ones, five in all (spec 5). Creator roles, campaigns they see, not
 * finished. Files that nobody keeps leave the store by a job that exists exactly if this commits. One audit record
 * CAMPAÑA ACTUALIZAR, no event.
 */
export const replaceScripts = (
  ctx: SignedCtx,
  id: number,
  { links, version }: Wanted,
  files: readonly UploadedFile[],
): Promise<{ id: number }> =>
  transact(ctx, async ({ trx, actor, now, audit, enqueue }) => {
    const stage = await lockStage(trx, id);
    const campaign = await findForEdit(trx, actor, id);
    if (!campaign) throw new AppError('NOT_FOUND');
    if (isClosed(currentState(stage, now))) throw new AppError('CAMPAIGN_FINISHED');
    if (version !== undefined && version !== campaign.version) throw new AppError('CONFLICT');

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
    await updateCampaign(trx, id, {}, now);
    await audit({
      action: 'CAMPAÑA',
      subaction: 'ACTUALIZAR',
      object: { type: 'campaign', id },
      before,
      after: await describeCampaign(trx, id),
    });
    return { id };
  });
