import { lockCall, updateCall } from '../../call-store/write/index.ts';
import { AppError, found, notify, type SignedCtx, transact } from '../../work/index.ts';
import { isHeld, mayReassignTo } from './calls.policy.ts';
import { lockCallingCampaign, findOperator, findUserName } from './calling-campaign.queries.ts';
import { callAudit } from './register-call.ts';

/** Managers to any enabled operator of the campaign, operators to themselves. */
export const reassignCall = (ctx: SignedCtx, key: { id: number; callId: number; operatorId: number }) =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const callingCampaign = await lockCallingCampaign(trx, actor, key.id);
    const call = await lockCall(trx, callingCampaign, key.callId);
    const to = mayReassignTo(actor, callingCampaign);
    if (to === null) throw new AppError('CAMPAIGN_FINISHED');
    if (to === 'self' && key.operatorId !== actor.id) throw new AppError('FORBIDDEN');
    const operator = found(await findOperator(trx, callingCampaign, key.operatorId), 'PERSON_NOT_ALLOWED');
    if (call.operatorId === operator.id) throw new AppError('SAME_OPERATOR');
    if (isHeld(call, now)) throw new AppError('CALL_HELD');

    await updateCall(work, callingCampaign, call, { operatorId: operator.id });
    work.publishActivity(callingCampaign);
    const subject = `call:${call.id}:${call.version + 1}`;
    if (operator.id !== actor.id)
      await notify(work, [
        { userId: operator.id, action: 'ASSIGNAMENT', subject, campaignId: key.id, callId: call.id, amount: 1 },
      ]);
    await audit(callAudit(callingCampaign, call, 'ASIGNAR'), {
      before: { Operador: call.operatorId === null ? null : await findUserName(trx, call.operatorId) },
      after: { Operador: operator.name },
    });
    return { operator };
  });
