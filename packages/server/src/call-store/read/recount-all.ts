import type { Db } from '../../db/client.ts';
import { findWrongBlocks, findStaleNumbers, type WrongBlock } from '../write/rebuild-numbers.ts';
import {
  listRecountedCampaigns,
  recountCampaign,
  type CampaignDifferences,
  type RecountedCampaign,
} from './recount-campaign.ts';

interface Recounted {
  /** Every campaign, with its differences. */
  campaigns: { campaign: RecountedCampaign; differences: CampaignDifferences | undefined; staleNumbers: number }[];
  wrongBlocks: WrongBlock[];
}

/** Compares all derived data of calls and persons with their sources, read-only. `server` may be a replica of `primary`. */
export async function recountAll(server: Db, primary: Db = server): Promise<Recounted> {
  const dbs = { server, primary };
  const campaigns: Recounted['campaigns'] = [];
  for (const campaign of await listRecountedCampaigns(server)) {
    const differences = await recountCampaign(dbs, campaign);
    campaigns.push({ campaign, differences, staleNumbers: (await findStaleNumbers(dbs, campaign)).length });
  }
  return { campaigns, wrongBlocks: await findWrongBlocks(dbs) };
}
