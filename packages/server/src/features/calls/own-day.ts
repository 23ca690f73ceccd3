import { productDay } from '@campanero/contract/shared/dates';
import type { SignedCtx } from '../../work/context.ts';
import { selectOwnDay, selectOwnPending } from './own-work.queries.ts';

/** What the caller has done today and still has before them; from the counters alone. */
export async function ownDay({ db, actor, clock }: SignedCtx) {
  const [done, pending] = await Promise.all([
    selectOwnDay(db, actor.id, productDay(clock())),
    selectOwnPending(db, actor.id),
  ]);
  return { ...done, pending };
}
