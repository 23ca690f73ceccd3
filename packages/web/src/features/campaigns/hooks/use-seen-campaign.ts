import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignQuery } from '../api/campaign-detail.ts';
import { campaignDifferences, type Difference } from '../campaign-differences.ts';

/**
 * The campaign as the person has seen it. A fresher one from the server takes its place only while nothing is unsaved:
 * what somebody types is judged against what was on the screen, so that two editors never overwrite each other unawares.
 */
export function useSeenCampaign(id: number, hasUnsaved: boolean) {
  const result = useQuery(campaignQuery(id));
  const [seen, setSeen] = useState<CampaignDetail>();
  const [conflict, setConflict] = useState<'none' | 'told' | 'loading' | { differences: Difference[] }>('none');
  const fresh = result.data;
  if (fresh && fresh !== seen && (!seen || seen.id !== fresh.id || !hasUnsaved)) setSeen(fresh);

  const look = async () => {
    if (!seen) return;
    setConflict('loading');
    const { data } = await result.refetch();
    if (!data) return setConflict('told');
    setConflict({ differences: campaignDifferences(seen, data) });
    setSeen(data);
  };
  return {
    result,
    seen,
    conflict,
    onConflict: () => setConflict('told'),
    onSaved: (saved: CampaignDetail) => {
      setSeen(saved);
      setConflict('none');
    },
    look: () => void look(),
    forgetConflict: () => setConflict('none'),
  };
}
