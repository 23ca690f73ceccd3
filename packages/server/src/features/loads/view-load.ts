import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findLastLoad, isCampaignVisible, type LoadRecord } from './loads.queries.ts';

/** The report of the campaign's last load, while it runs and ever after; null when there was none yet. */
export async function viewLoad({ db, actor }: SignedCtx, campaignId: number): Promise<LoadRecord | null> {
  const load = await findLastLoad(db, actor, campaignId);
  if (!load && !(await isCampaignVisible(db, actor, campaignId))) throw new AppError('NOT_FOUND');
  return load ?? null;
}
