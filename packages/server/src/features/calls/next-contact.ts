import { isOperatorRole } from '@campanero/contract/roles';
import { hasCall } from '../../call-store/read/contact.ts';
import { hasOwnCalls } from '../../call-store/read/totals.ts';
import { enterDesk, takeNext, type Asking, type TakenCall } from '../../call-store/write/next-contact.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertOpenForCalls, getWorkplace } from './workplace.queries.ts';

/**
 * The caller's next open call in a campaign within reach, held for them (decisions 5, Next contact). Asked again for the same
 * `current` it is the same call, as long as the hold lasts; `current` is a call of that campaign, or 0. No audit record: taking a call is no mutation in that sense.
 */
export const nextContact = (ctx: SignedCtx, campaignId: number, current: number): Promise<TakenCall> =>
  transact(ctx, async ({ trx, actor, now }) => {
    await enterDesk(trx, campaignId, actor.id);
    const workplace = await getWorkplace(trx, actor, campaignId);
    if (current !== 0 && !(await hasCall(trx, workplace, current))) throw new AppError('NOT_FOUND');
    assertOpenForCalls(workplace, now);
    const isOwn = isOperatorRole(actor.primary) || (await hasOwnCalls(trx, campaignId, actor.id));
    const asking: Asking = { userId: actor.id, current, workplace, scope: isOwn ? 'own' : 'all', now };
    const taken = await takeNext(trx, asking);
    if (!taken) throw new AppError('NO_MORE_CONTACTS');
    return taken;
  });
