import type { CampaignDifferences, RecountedCampaign } from '../read/recount-campaign.ts';
import type { WrongBlock } from './rebuild-numbers.ts';

/** What one transaction put right. */
export interface Rebuilt extends Partial<CampaignDifferences> {
  campaign?: RecountedCampaign;
  wrongBlocks?: readonly WrongBlock[];
  /** How many numbers had old copies on the campaign's calls. */
  staleNumbers?: number;
}

/** Hears of each difference before it is put right, and of those that are not. */
export interface RepairReport {
  /** About to be changed. */
  found: (differences: Rebuilt) => void | Promise<void>;
  /** A second count, under the same lock, did not find them: they are left as they are. */
  unconfirmed: (differences: Rebuilt) => void | Promise<void>;
}

/**
 * What both counts found, as the second one says; `rest` is what only the first one found. `sameAs`: what must be equal for two
 * differences to be the same.
 */
export function confirm<D>(
  first: readonly D[],
  second: readonly D[],
  sameAs: (difference: D) => unknown,
): { confirmed: D[]; rest: D[] } {
  const keyOf = (difference: D) => JSON.stringify(sameAs(difference));
  const [known, again] = [new Set(first.map(keyOf)), new Set(second.map(keyOf))];
  return {
    confirmed: second.filter((difference) => known.has(keyOf(difference))),
    rest: first.filter((difference) => !again.has(keyOf(difference))),
  };
}
