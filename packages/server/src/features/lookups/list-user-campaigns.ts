import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findUserId, selectUserCampaigns } from './user-campaigns.queries.ts';

/** What disabling somebody, or changing their role, would leave behind (decisions 3). For whoever manages users; reads only. */
export async function listUserCampaigns({ db, clock }: SignedCtx, userId: number) {
  const user = await findUserId(db, userId);
  if (!user) throw new AppError('NOT_FOUND');
  return selectUserCampaigns(db, user.id, clock());
}
