import { selectCallsByCampaign } from '../../call-store/read/own-work.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findUserId, selectCampaignNames } from './user-campaigns.queries.ts';

/**
 * The campaigns that somebody coordinates or works in, newest first, with what disabling that person, or changing their role,
 * would leave behind in each (decisions 3). For those who manage users; reads only.
 */
export async function listUserCampaigns({ db, clock }: SignedCtx, userId: number) {
  const user = await findUserId(db, userId);
  if (!user) throw new AppError('NOT_FOUND');
  const now = clock();
  const calls = await selectCallsByCampaign(db, user.id, now);
  if (calls.length === 0) return [];
  const names = await selectCampaignNames(
    db,
    calls.map(({ campaignId }) => campaignId),
    now,
  );
  const named = new Map(names.map((campaign) => [campaign.id, campaign]));
  return calls.flatMap(({ campaignId, ...counts }) => {
    const campaign = named.get(campaignId);
    return campaign ? [{ ...campaign, ...counts }] : [];
  });
}
