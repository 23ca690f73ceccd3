import { SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { countIntact, prepareForMany, takeBack } from '../../call-store/write/move.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { findStanding, markUndone } from './segmentations.queries.ts';
import { announceSplit, inWords, lockAudience } from './split-rules.ts';

/**
 * Takes a segmentation back, all of it or nothing: only while none of its calls was registered, held, reassigned or noted
 * (decisions 5), else 409. Whatever touches a call takes the segmentation off it, so the calls that still name it are the
 * untouched ones; each is looked at again as it is changed. Managers. Leaves one audit record, and the
 * event `campaign` for the other managers.
 */
export const undoSegmentation = (
  ctx: SignedCtx,
  campaignId: number,
  segmentationId: number,
): Promise<{ segmentationId: number; total: number }> =>
  transact(
    ctx,
    async (work) => {
      const { trx, actor, now, audit } = work;
      const { audience } = await lockAudience(work, campaignId);
      const standing = await findStanding(trx, campaignId, segmentationId);
      if (!standing) throw new AppError('NOT_FOUND');
      const { total, operators } = standing;
      const given = { id: segmentationId, operators: operators.map(({ id }) => id) };
      // Looked at before anything is changed: changing a million calls in vain would take half a minute.
      await prepareForMany(trx);
      if ((await countIntact(trx, audience, given, now)) !== total) throw new AppError('SEGMENTATION_TOUCHED');
      const moved = await takeBack(trx, audience, given, now);
      if (moved.total !== total) throw new AppError('SEGMENTATION_TOUCHED');
      await markUndone(trx, segmentationId, actor.id, now);
      await announceSplit(work, campaignId, audience.status);
      await audit({
        action: 'CAMPAÑA',
        subaction: 'SEGMENTAR',
        object: { type: 'campaign', id: campaignId },
        before: { Operadores: inWords(operators) },
        after: { Campaña: audience.name, Acción: 'Deshacer segmentación', Cantidad: total },
      });
      return { segmentationId, total };
    },
    { statementTimeoutMs: SEGMENT_TIMEOUT_MS },
  );
