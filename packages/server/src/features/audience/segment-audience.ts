import { insertRow } from '../../db/index.ts';
import type { Segmentation, SegmentBody } from '@campanero/contract/audience/segment-schemas';
import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { splitShares } from '@campanero/contract/audience/split';
import { MAX_CALLS_PER_OPERATOR, SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { readShares } from '../../call-store/read/index.ts';
import { assignFreeCalls, unassignSegmentation } from '../../call-store/write/index.ts';
import { AppError, found, type SignedCtx, transact } from '../../work/index.ts';
import { moveStatus } from '../campaigns/status/change-status.ts';
import { withAttemptsLeft } from './audience.policy.ts';
import { describeFilters } from './audience.queries.ts';
import { findSegmentation, insertShares, markUndone } from './segmentations.queries.ts';
import {
  assertShareLimit,
  formatShares,
  formatSplit,
  getValidOperators,
  lockAudience,
  notifyOperators,
  publishSplit,
  splitAudit,
} from './split-rules.ts';

/** Assigns free calls in load order, equally or by the operators' pace, at most 15,000 each, all or nothing. */
export const segmentAudience = async (
  ctx: SignedCtx,
  id: number,
  filters: AudienceFilters,
  { operators: asked, amount, split }: SegmentBody,
): Promise<Segmentation> => {
  const paces = split === 'pace' ? await findPaces(ctx, id, asked) : asked.map(() => null);
  return transact(ctx, { statementTimeoutMs: SEGMENT_TIMEOUT_MS }, async (work) => {
    const { trx, actor, now, audit } = work;
    const { stage, audience, locked, calls } = await lockAudience(work, id);
    const operators = await getValidOperators(trx, audience, asked, 'operators');
    const share = async (free: number) => {
      if (free === 0) throw new AppError('NOTHING_TO_SEGMENT');
      if (amount && amount > free) throw new AppError('AMOUNT_OVER_TOTAL');
      const total = amount ?? free;
      assertShareLimit(total, operators.length);
      const amounts = splitShares(split, total, paces);
      const by = { createdBy: actor.id, createdAt: now };
      const row = { campaignId: id, filters: JSON.stringify(filters), amount, total, ...by };
      const shares = asked.map((operatorId, index) => ({ id: operatorId, amount: amounts[index]! }));
      return { segmentationId: await insertRow(trx, 'segmentation', row), shares };
    };
    const { segmentationId, total, to } = await assignFreeCalls(trx, calls, {
      viewer: actor,
      filters: withAttemptsLeft(filters, audience),
      // One above the limit, to detect that there are too many.
      most: amount ?? operators.length * MAX_CALLS_PER_OPERATOR + 1,
      share,
      now,
    });
    work.publishActivity(audience);
    const all = operators.map((operator) => ({ ...operator, amount: to.get(operator.id) ?? 0 }));
    // With fewer calls than operators the last operators get none.
    const shares = all.filter((share) => share.amount > 0);
    await insertShares(trx, segmentationId, shares);
    const { to: status } = locked
      ? await moveStatus(work, { ...locked, hasAssignedCalls: true })
      : { to: audience.status };
    // moveStatus() has already published a new status.
    if (status === stage.status) await publishSplit(work, id, status);
    await notifyOperators(work, id, `segmentation:${segmentationId}`, shares);
    await audit(
      splitAudit(audience, {
        after: {
          Acción: 'Segmentar',
          Cantidad: total,
          Reparto: formatSplit(split, paces),
          Operadores: formatShares(shares),
          ...(await describeFilters(trx, filters)),
        },
      }),
    );
    return { segmentationId, total, operators: all };
  });
};

/** The operators' paces until yesterday, in the given order; null without history. */
async function findPaces({ db, clock }: SignedCtx, id: number, operators: readonly number[]) {
  const shares = await readShares(db, id, clock());
  const paces = new Map(shares.operators.map((share) => [share.id, share.pace]));
  return operators.map((operator) => paces.get(operator) ?? null);
}

/** All or nothing. Every change of a call clears its segmentation id, so the calls that still have it are unchanged. */
export const undoSegmentation = (ctx: SignedCtx, campaignId: number, segmentationId: number) =>
  transact(ctx, { statementTimeoutMs: SEGMENT_TIMEOUT_MS }, async (work) => {
    const { trx, actor, now, audit } = work;
    const { audience, calls } = await lockAudience(work, campaignId);
    const { total, operators } = found(await findSegmentation(trx, campaignId, segmentationId));
    const segmented = { id: segmentationId, total, operators: operators.map(({ id }) => id) };
    if (!(await unassignSegmentation(trx, calls, segmented, now))) throw new AppError('SEGMENTATION_TOUCHED');
    work.publishActivity(audience);
    await markUndone(trx, segmentationId, actor.id, now);
    await publishSplit(work, campaignId, audience.status);
    await audit(
      splitAudit(audience, {
        before: { Operadores: formatShares(operators) },
        after: { Acción: 'Deshacer segmentación', Cantidad: total },
      }),
    );
    return { segmentationId, total };
  });
