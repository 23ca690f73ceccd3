import type { Db } from '../../db/client.ts';
import { findMisjudgedNumbers, findStaleNumbers, type MisjudgedNumber } from '../write/rebuild-numbers.ts';
import {
  listCampaigns,
  recountCampaign,
  type CampaignDifferences,
  type RecountedCampaign,
} from './recount-campaign.ts';

interface Recounted {
  /** Every campaign, with what differs in it. */
  campaigns: { campaign: RecountedCampaign; differences: CampaignDifferences | undefined; staleNumbers: number }[];
  misjudged: MisjudgedNumber[];
}

/** Counts everything again that is kept twice of calls and persons. Changes nothing. */
export async function recountAll(db: Db): Promise<Recounted> {
  const campaigns: Recounted['campaigns'] = [];
  for (const campaign of await listCampaigns(db)) {
    const differences = await recountCampaign(db, campaign);
    campaigns.push({ campaign, differences, staleNumbers: (await findStaleNumbers(db, campaign)).length });
  }
  return { campaigns, misjudged: await findMisjudgedNumbers(db) };
}
