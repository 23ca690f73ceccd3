import { isClosed } from '@campanero/contract/campaigns/rules';
import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { formatPhone } from '@campanero/contract/shared/phone-number';
import {
  lockBlockingShared,
  lockCall,
  type LockedCall,
  lockNumbers,
  updateDetail,
} from '../../call-store/write/index.ts';
import { findCallView } from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { isHeldByOther } from '../calls/calls.policy.ts';
import { lockWorkplace } from '../calls/workplace.queries.ts';
import type { ContactKey } from './view-contact.ts';

interface DetailChange {
  observations?: string | undefined;
  invalid?: 0 | 1 | undefined;
  version?: number | undefined;
}

/**
 * Saves a note on a call or marks its number invalid. By any user who may see the call, while no other user holds it and its
 * campaign is not closed. An invalid mark sets state 17 without a history entry and blocks the number in every campaign;
 * removing it restores the state before. One audit record NUMERO ACTUALIZAR.
 * Locks: campaign shared, blocking shared, number, call, counters.
 */
export const saveDetail = (ctx: SignedCtx, key: ContactKey, change: DetailChange): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const found = await findCallView(trx, actor, key, now);
    if (!found) throw new AppError('NOT_FOUND');
    const workplace = await lockWorkplace(trx, actor, found.campaignId);
    if (change.invalid !== undefined) {
      await lockBlockingShared(trx);
      await lockNumbers(trx, [found.number]);
    }
    const call = await lockCall(trx, workplace, key.callId);
    if (isClosed(workplace)) throw new AppError('CAMPAIGN_FINISHED');
    if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
    if (change.version !== undefined && change.version !== call.version) throw new AppError('CONFLICT');

    const after = applyChange(call, change);
    await updateDetail(work, workplace, call, after);
    if (after.invalid !== call.invalid) work.noteActivity(workplace);
    await audit({
      action: 'NUMERO',
      subaction: 'ACTUALIZAR',
      object: { type: 'call', id: call.id },
      before: inWords(call),
      after: { Campaña: workplace.name, Número: formatPhone(key.phone), ...inWords(after) },
    });
  });

function applyChange(call: LockedCall, { observations, invalid = call.invalid ? 1 : 0 }: DetailChange): LockedCall {
  const noted = { ...call, observations: observations === undefined ? call.observations : observations.trim() || null };
  if ((invalid === 1) === call.invalid) return noted;
  return invalid === 1
    ? { ...noted, invalid: true, stateId: INVALID_STATE, stateBeforeInvalid: call.stateId }
    : { ...noted, invalid: false, stateId: call.stateBeforeInvalid ?? PENDING_STATE, stateBeforeInvalid: null };
}

const inWords = ({ observations, invalid }: Pick<LockedCall, 'observations' | 'invalid'>) => ({
  Observaciones: observations,
  Inválido: invalid ? 'Sí' : 'No',
});
