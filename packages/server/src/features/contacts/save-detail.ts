import { isClosed } from '@campanero/contract/campaigns/status';
import type { detailBody } from '@campanero/contract/contacts/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import type { z } from 'zod';
import { lockCall, type LockedCall, updateCall } from '../../call-store/write/index.ts';
import { findCallView } from '../../call-store/read/index.ts';
import { AppError, assertCurrent, auditAbout, found, type SignedCtx, transact } from '../../work/index.ts';
import { isHeldByOther } from '../calls/calls.policy.ts';
import { lockCallingCampaign } from '../calls/calling-campaign.queries.ts';
import type { ContactKey } from './view-contact.ts';

// An invalid number gets state 17 without a history entry and is blocked in every campaign; removing the mark restores the state before.
export const saveDetail = (ctx: SignedCtx, key: ContactKey, change: z.infer<typeof detailBody>): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const view = found(await findCallView(trx, actor, key, now));
    const callingCampaign = await lockCallingCampaign(trx, actor, view.campaignId);
    const { invalid } = change;
    const number = invalid === undefined ? undefined : view.number;
    const call = await lockCall(trx, callingCampaign, key.callId, { number });
    if (isClosed(callingCampaign)) throw new AppError('CAMPAIGN_FINISHED');
    if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
    assertCurrent(call, change.version);

    const observations = change.observations === undefined ? call.observations : change.observations.trim() || null;
    const mark = call.numberLock && { invalid: invalid === 1, lock: call.numberLock };
    const after = await updateCall(work, callingCampaign, call, { observations, mark });
    if (after.invalid !== call.invalid) work.publishActivity(callingCampaign);
    const values = { Campaña: callingCampaign.name, Número: formatPhone(key.phone), ...auditValues(after) };
    await audit(auditAbout('NUMERO', 'call')(call.id, 'ACTUALIZAR'), { before: auditValues(call), after: values });
  });

const auditValues = ({ observations, invalid }: Pick<LockedCall, 'observations' | 'invalid'>) => ({
  Observaciones: observations,
  Inválido: invalid ? 'Sí' : 'No',
});
