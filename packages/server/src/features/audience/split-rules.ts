import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { filledPaces, type Split } from '@campanero/contract/audience/split';
import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';
import { lockCampaign } from '../../call-store/write/index.ts';
import type { Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import type { Work } from '../../work/transact.ts';
import { currentState, lockStage } from '../campaigns/status/change-status.ts';
import { selectOperators } from '../campaigns/view/campaign-detail.queries.ts';
import { findStage } from '../campaigns/status/stage.queries.ts';
import { splitRefusal } from './audience.policy.ts';
import { findAudience, listWatchingManagers, type Audience } from './audience.queries.ts';

/**
 * Locks a campaign for one split at a time. While the campaign is open for calls, its own lock is only shared, so that
 * registering does not wait; each row is checked again as it is changed. Before that nothing is registered, and handing out
 * may begin the calling: then the lock is exclusive, as a change of status requires. Everything is read after the locks.
 * NOT_FOUND if the caller may not see the campaign.
 */
export async function lockAudience({ trx, actor, now }: Pick<Work, 'trx' | 'actor' | 'now'>, id: number) {
  const split = await lockCampaign(trx, id, 'split');
  const isCalled = (await findStage(trx, id))?.status === 'EN CURSO';
  const locked = isCalled ? undefined : await lockStage(trx, id);
  const campaign = locked?.lock ?? (await lockCampaign(trx, id, 'shared'));
  const stage = locked ?? (await findStage(trx, id));
  const audience = await findAudience(trx, actor, id, now);
  if (!stage || !audience) throw new AppError('NOT_FOUND');
  const { status } = currentState(stage, now);
  const refusal = splitRefusal({ status });
  if (refusal) throw new AppError(refusal);
  return { stage, audience, locked, calls: { range: audience, split, campaign } };
}

/** The named operators, in that order. Each must be an enabled operator of the campaign and of its side (`validOperators`). */
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

/** Whether the split fits under the limit at all; by pace, what somebody may not take goes to the others. */
export function checkShare(total: number, operators: number): void {
  if (Math.ceil(total / operators) > MAX_CALLS_PER_OPERATOR) throw new AppError('TOO_MANY_PER_OPERATOR');
}

/**
 * After the commit, sends the event `campaign` to the managers who see the campaign, so that their pages show the new split.
 * Not to the manager who did it, whose page refetches by itself, nor to operators, who get a notification.
 */
export async function announceSplit(
  { trx, actor, afterCommit }: Pick<Work, 'trx' | 'actor' | 'afterCommit'>,
  id: number,
  status: CampaignStatus,
): Promise<void> {
  const managers = await listWatchingManagers(trx, id);
  afterCommit({ to: managers.filter((manager) => manager !== actor.id), event: 'campaign', payload: { id, status } });
}

interface Share {
  name: string;
  amount: number;
}

/** For the audit. */
export function splitInWords(split: Split, paces: readonly (number | null)[]): string {
  if (split === 'equal') return 'Por igual';
  return filledPaces(paces) ? 'Según su ritmo' : 'Por igual: nadie tiene ritmo conocido';
}

const NAMES_MAX = 50;

/** For the audit: «Ana Díaz: 120, Luis Paz: 119». */
export function sharesInWords(shares: readonly Share[]): string {
  const named = shares.slice(0, NAMES_MAX).map(({ name, amount }) => `${name}: ${amount}`);
  const rest = shares.length - named.length;
  return rest > 0 ? `${named.join(', ')} y ${rest} más` : named.join(', ');
}
