import type { userCampaign } from '@campanero/contract/users/schemas';
import type { z } from 'zod';

export type UserCampaign = z.infer<typeof userCampaign>;

/** A finished campaign keeps its operators as they were: nothing of it is let go. */
const FINISHED = ['FINALIZANDO', 'FINALIZADA'];
export const isOpen = ({ status }: UserCampaign) => !FINISHED.includes(status);

/** Somebody's calls over all campaigns that are not finished. */
export const openLoad = (campaigns: readonly UserCampaign[]) =>
  campaigns
    .filter(isOpen)
    .reduce(
      (sum, { untouched, touched }) => ({ untouched: sum.untouched + untouched, touched: sum.touched + touched }),
      { untouched: 0, touched: 0 },
    );
