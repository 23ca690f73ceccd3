import type { Trx } from '../../client.ts';
import { insertMany, takeIds } from '../insert-many.ts';
import type { DemoCampaign } from './world.ts';

export interface DemoSegmentation {
  id: number;
  campaign: DemoCampaign;
  shares: { operatorId: number; amount: number }[];
}

/** Numbers the segmentations and marks their calls; written after the campaigns they belong to. */
export async function planSegmentations(trx: Trx, campaigns: readonly DemoCampaign[]): Promise<DemoSegmentation[]> {
  const handedOut = campaigns.filter(({ calls }) => calls.some((call) => call.operatorId !== null));
  const ids = await takeIds(trx, 'segmentation', handedOut.length);
  return handedOut.map((campaign, index) => {
    const id = ids[index]!;
    const amounts = new Map<number, number>();
    for (const call of campaign.calls) {
      if (call.operatorId === null) continue;
      call.segmentationId = id;
      amounts.set(call.operatorId, (amounts.get(call.operatorId) ?? 0) + 1);
    }
    return { id, campaign, shares: [...amounts].map(([operatorId, amount]) => ({ operatorId, amount })) };
  });
}

export async function writeSegmentations(
  trx: Trx,
  { segmentations }: { segmentations: readonly DemoSegmentation[] },
): Promise<void> {
  const rows = segmentations.map(({ id, campaign, shares }) => ({
    id,
    campaignId: campaign.id,
    filters: {},
    amount: campaign.plan.handedOut === undefined ? null : total(shares),
    total: total(shares),
    createdBy: campaign.coordinator.id,
    createdAt: campaign.segmentedAt,
  }));
  await insertMany(trx, 'segmentation', rows);
  await insertMany(
    trx,
    'segmentationShare',
    segmentations.flatMap(({ id, shares }) => shares.map((share) => ({ segmentationId: id, ...share }))),
  );
}

const total = (shares: DemoSegmentation['shares']) => shares.reduce((sum, share) => sum + share.amount, 0);
