import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { filledPaces, type Split } from '@campanero/contract/audience/split';
import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';
import { lockCampaignShared, lockSplit } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import { AppError, type AuditRecord, campaignAudit, notify, type Work } from '../../work/index.ts';
import { currentState, lockStage } from '../campaigns/status/change-status.ts';
import { selectOperators } from '../campaigns/view/campaign-detail.queries.ts';
import { findStage } from '../campaigns/status/stage.queries.ts';
import { splitRefusal } from './audience.policy.ts';
import { findAudience, listWatchingManagers, type Audience } from './audience.queries.ts';

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
export async function getValidOperators(trx: Trx, audience: Audience, ids: readonly number[], field: string) {
  const valid = new Map(
    (await selectOperators(trx, audience)).filter(({ isValid }) => isValid).map((one) => [one.id, one]),
  );
  return ids.map((id) => {
    const found = valid.get(id);
    if (!found)
      throw new AppError('PERSON_NOT_ALLOWED', {
        fields: [{ field, message: 'Solo se puede asignar a operadores habilitados de la campaña.' }],
      });
    return { id: found.id, name: found.name };
  });
}

/** The average decides: a split by pace moves calls above an operator's limit to the others. */
export function assertShareLimit(total: number, operators: number): void {
  if (Math.ceil(total / operators) > MAX_CALLS_PER_OPERATOR) throw new AppError('TOO_MANY_PER_OPERATOR');
}

/** Sends the event `campaign` to the other managers after the commit; the actor's page refetches, operators get a notification. */
export async function publishSplit(
  { trx, actor, afterCommit }: Pick<Work, 'trx' | 'actor' | 'afterCommit'>,
  id: number,
  status: CampaignStatus,
): Promise<void> {
  const managers = await listWatchingManagers(trx, id);
  afterCommit({ to: managers.filter((manager) => manager !== actor.id), event: 'campaign', payload: { id, status } });
}

type Share = { name: string; amount: number };

export const notifyOperators = (
  work: Pick<Work, 'trx' | 'now' | 'afterCommit'>,
  campaignId: number,
  subject: string,
  shares: readonly (Share & { id: number })[],
) =>
  notify(
    work,
    shares
      .filter(({ amount }) => amount > 0)
      .map(({ id: userId, amount }) => ({ userId, action: 'ASSIGNAMENT' as const, subject, campaignId, amount })),
  );

export const splitAudit = (
  { id, name }: Pick<Audience, 'id' | 'name'>,
  { before, after }: Pick<AuditRecord, 'before' | 'after'>,
) => campaignAudit(id, 'SEGMENTAR', { ...(before && { before }), after: { Campaña: name, ...after } });

export function formatSplit(split: Split, paces: readonly (number | null)[]): string {
  if (split === 'equal') return 'Por igual';
  return filledPaces(paces) ? 'Según su ritmo' : 'Por igual: nadie tiene ritmo conocido';
}

const NAMES_MAX = 50;

/** «Ana Díaz: 120, Luis Paz: 119». */
export function formatShares(shares: readonly Share[]): string {
  const named = shares.slice(0, NAMES_MAX).map(({ name, amount }) => `${name}: ${amount}`);
  const rest = shares.length - named.length;
  return rest > 0 ? `${named.join(', ')} y ${rest} más` : named.join(', ');
}
