import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findVisibleStatus, isStoredKey } from '../campaigns/upload-judgement.queries.ts';

/**
 * Before half a gigabyte is sent: whether this campaign would take it at this moment, in the words with which acceptLoad()
 * refuses, which judges again under the lock. A repeat of an upload that was taken goes through: it gets the first one's
 * answer, although the campaign is loading by now, namely that very file.
 */
export async function judgeUpload(ctx: SignedCtx, campaignId: number, idempotencyKey: unknown): Promise<void> {
  const status = await findVisibleStatus(ctx.db, ctx.actor, campaignId, ctx.clock());
  if (!status) throw new AppError('NOT_FOUND');
  const refusal = loadRefusalIn(status);
  if (refusal === null) return;
  if (typeof idempotencyKey === 'string' && (await isStoredKey(ctx.db, ctx.actor.id, idempotencyKey))) return;
  throw new AppError(refusal);
}
