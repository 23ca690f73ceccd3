import { isClosed } from '@campanero/contract/campaigns/rules';
import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';
import type { Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import { OutdatedRead, type Work } from '../../work/transact.ts';
import { currentState, lockStage } from '../campaigns/change-status.ts';
import { lockCampaignShared, lockSplit } from '../campaigns/campaign-lock.queries.ts';
import { selectOperators } from '../campaigns/campaign-detail.queries.ts';
import { findStage } from '../campaigns/stage.queries.ts';
import { findAudience, type Audience } from './audience.queries.ts';

/**
 * One split of a campaign at a time. While it is being called its own lock is only shared, so that nobody who registers has
 * to wait; each row is looked at again as it is changed. Before that nobody registers, and handing out may begin the
 * calling: then the lock is the exclusive one, which a change of status needs. Everything is read after the locks. To whom
 * the campaign is out of reach, it does not exist.
 */
export async function lockAudience({ trx, actor, now }: Pick<Work, 'trx' | 'actor' | 'now'>, id: number) {
  await lockSplit(trx, id);
  const isCalled = (await findStage(trx, id))?.status === 'EN CURSO';
  if (isCalled) await lockCampaignShared(trx, id);
  const stage = isCalled ? await findStage(trx, id) : await lockStage(trx, id);
  const audience = await findAudience(trx, actor, id, now);
  if (!stage || !audience) throw new AppError('NOT_FOUND');
  const { status } = currentState(stage, now);
  if (status === 'CARGANDO AUDIENCIA') throw new AppError('CAMPAIGN_PROCESSING');
  if (isClosed({ status })) throw new AppError('CAMPAIGN_FINISHED');
  return { stage, audience, mayMoveStatus: !isCalled };
}

/** Those the caller named, in that order: enabled operators of the campaign, of its side (`validOperators`). */
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

export function checkShare(total: number, operators: number): void {
  if (Math.ceil(total / operators) > MAX_CALLS_PER_OPERATOR) throw new AppError('TOO_MANY_PER_OPERATOR');
}

/** A block that committed between choosing the calls and changing them: transact() begins anew (REL-15, exact or nothing). */
export function assertExact(moved: number, wanted: number): void {
  if (moved !== wanted) throw new OutdatedRead(`${moved} calls changed instead of ${wanted}`);
}
