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
import { findSegmentation, insertSegmentation, insertShares, markUndone } from './segmentations.queries.ts';
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

/**
 * Segmentar: assigns the unassigned calls that match the filters, are not blocked and have attempts left, in load order, split
 * equally or by the operators' pace, at most 15,000 each, all or nothing. For managers; not while the campaign loads or is finished.
 * Leaves an audit record, a notification for each operator, and the event `campaign`: to everyone who sees the campaign if this
 * starts the calling, else to the other managers.
 */
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
      const row = { campaignId: id, filters, amount: amount ?? null, total, createdBy: actor.id, createdAt: now };
      const shares = asked.map((operatorId, index) => ({ id: operatorId, amount: amounts[index]! }));
      return { segmentationId: await insertSegmentation(trx, row), shares };
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

/**
 * Undoes a segmentation, all or nothing: refused once any of its calls was registered, held, reassigned or noted. Every change of a
 * call clears its segmentation id, so the calls that still have it are unchanged. For managers. Leaves an audit record and the event
 * `campaign` for the other managers.
 */
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
