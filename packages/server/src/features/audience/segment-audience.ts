import { insertRow, type Trx } from '../../db/index.ts';
import type { RebalanceBody, Segmentation, SegmentBody } from '@campanero/contract/audience/segment-schemas';
import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { filledPaces, type Split, splitShares } from '@campanero/contract/audience/split';
import { MAX_CALLS_PER_OPERATOR, SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { readShares } from '../../call-store/read/index.ts';
import {
  assignFreeCalls,
  lockCampaignShared,
  lockSplit,
  moveCalls,
  unassignSegmentation,
} from '../../call-store/write/index.ts';
import {
  AppError,
  type EventWork,
  fieldError,
  found,
  notify,
  type SignedCtx,
  transact,
  type Work,
} from '../../work/index.ts';
import { campaignAudit } from '../../work/audit.ts';
import { currentState, lockStage, moveStatus } from '../campaigns/status/change-status.ts';
import { splitRefusal, withAttemptsLeft } from './audience.policy.ts';
import {
  type Audience,
  describeFilters,
  findAudience,
  findSegmentation,
  insertShares,
  listWatchingManagers,
  markUndone,
  selectUserNames,
} from './audience.queries.ts';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { selectOperators } from '../campaigns/view/campaign-detail.queries.ts';
import { findStage } from '../campaigns/status/stage.queries.ts';

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
    await audit(splitAudit(audience), {
      after: {
        Acción: 'Segmentar',
        Cantidad: total,
        Reparto: formatSplit(split, paces),
        Operadores: formatShares(shares),
        ...(await describeFilters(trx, id, filters)),
      },
    });
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
    await audit(splitAudit(audience), {
      before: { Operadores: formatShares(operators) },
      after: { Acción: 'Deshacer segmentación', Cantidad: total },
    });
    return { segmentationId, total };
  });

/** Moves open calls of operators, who may be disabled or removed, evenly to others, at most 15,000 each. Held calls stay. */
export const rebalanceCalls = (ctx: SignedCtx, id: number, { from, to }: RebalanceBody) =>
  transact(ctx, { statementTimeoutMs: SEGMENT_TIMEOUT_MS }, async (work) => {
    const { trx, now, audit } = work;
    const { audience, calls } = await lockAudience(work, id);
    const operators = await getValidOperators(trx, audience, to, 'to');
    // Calls held since this check make the result a little smaller.
    const check = (amount: number) => assertShareLimit(amount, operators.length);
    const moved = await moveCalls(trx, calls, { from, to, now, check });
    if (moved.total === 0) throw new AppError('NOTHING_TO_REBALANCE');
    work.publishActivity(audience);
    await publishSplit(work, id, audience.status);

    const { total } = moved;
    const shares = operators.map((operator) => ({ ...operator, amount: moved.to.get(operator.id) ?? 0 }));
    const names = await selectUserNames(trx, [...moved.from.keys()]);
    await notifyOperators(work, id, `rebalance:${ctx.requestId}`, shares);
    const before = names.map((person) => ({ ...person, amount: moved.from.get(person.id) ?? 0 }));
    await audit(splitAudit(audience), {
      before: { Operadores: formatShares(before) },
      after: { Acción: 'Rebalancear', Cantidad: total, Operadores: formatShares(shares) },
    });
    return { total, operators: shares };
  });

// One split at a time; all reads come after the locks. In EN CURSO the campaign lock is only shared, so that registering does
// not wait; before, a segmentation may start the calling, which needs the exclusive one.
export async function lockAudience({ trx, actor, now }: Pick<Work, 'trx' | 'actor' | 'now'>, id: number) {
  const split = await lockSplit(trx, id);
  const isRunning = (await findStage(trx, id))?.status === 'EN CURSO';
  const locked = isRunning ? undefined : await lockStage(trx, id);
  const campaign = locked?.lock ?? (await lockCampaignShared(trx, id));
  const stage = locked ?? (await findStage(trx, id));
  const audience = await findAudience(trx, actor, id, now);
  if (!stage || !audience) throw new AppError('NOT_FOUND');
  const { status } = currentState(stage, now);
  const refusal = splitRefusal({ status });
  if (refusal) throw new AppError(refusal);
  return { stage, audience, locked, calls: { range: audience, split, campaign } };
}

/** The given operators, in order. Each must be enabled, of the campaign, and internal or external like it. */
async function getValidOperators(trx: Trx, audience: Audience, ids: readonly number[], field: string) {
  const valid = new Map(
    (await selectOperators(trx, audience)).filter(({ isValid }) => isValid).map((one) => [one.id, one]),
  );
  return ids.map((id) => {
    const found = valid.get(id);
    if (!found)
      throw fieldError('PERSON_NOT_ALLOWED', field, 'Solo se puede asignar a operadores habilitados de la campaña.');
    return { id: found.id, name: found.name };
  });
}

/** The average decides: a split by pace moves calls above an operator's limit to the others. */
function assertShareLimit(total: number, operators: number): void {
  if (Math.ceil(total / operators) > MAX_CALLS_PER_OPERATOR) throw new AppError('TOO_MANY_PER_OPERATOR');
}

/** Sends the event `campaign` to the other managers after the commit; the actor's page refetches, operators get a notification. */
export async function publishSplit({ trx, actor, afterCommit }: Work, id: number, status: CampaignStatus) {
  const managers = await listWatchingManagers(trx, id);
  afterCommit({ to: managers.filter((manager) => manager !== actor.id), event: 'campaign', payload: { id, status } });
}

type Share = { id: number; name: string; amount: number };

function notifyOperators(work: EventWork, campaignId: number, subject: string, shares: readonly Share[]) {
  const given = shares.filter(({ amount }) => amount > 0);
  const about = { action: 'ASSIGNAMENT', subject, campaignId } as const;
  return notify(
    work,
    given.map(({ id: userId, amount }) => ({ ...about, userId, amount })),
  );
}

export const splitAudit = ({ id, name }: Pick<Audience, 'id' | 'name'>) =>
  campaignAudit(id, 'SEGMENTAR', { after: { Campaña: name } });

function formatSplit(split: Split, paces: readonly (number | null)[]): string {
  if (split === 'equal') return 'Por igual';
  return filledPaces(paces) ? 'Según su ritmo' : 'Por igual: nadie tiene ritmo conocido';
}

const NAMES_MAX = 50;

/** «Ana Díaz: 120, Luis Paz: 119». */
function formatShares(shares: readonly Share[]): string {
  const named = shares.slice(0, NAMES_MAX).map(({ name, amount }) => `${name}: ${amount}`);
  const rest = shares.length - named.length;
  return rest > 0 ? `${named.join(', ')} y ${rest} más` : named.join(', ');
}
