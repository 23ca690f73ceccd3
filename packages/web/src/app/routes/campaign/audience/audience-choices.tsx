import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { Reply } from '@campanero/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { AudienceChoices } from '../../../../features/audience/list/audience-filters.ts';
import { assignedQuery } from '../../../../features/audience/segment/api.ts';
import { PlaceFields, placeName } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';

export type Progress = Reply<typeof campaigns.progress>;

/** All states that a call of the campaign may have, including those set by the system. */
export function audienceStates(campaign: CampaignDetail, progress: Progress | undefined) {
  const seen = progress?.states ?? [];
  const own = campaign.states.filter(({ id }) => !seen.some((state) => state.id === id));
  return [...seen, ...own].map(({ id, name }) => ({
    id,
    name,
    substates: campaign.states.find((state) => state.id === id)?.substates ?? [],
  }));
}

export function useAudienceChoices(
  campaign: CampaignDetail,
  progress: Progress | undefined,
  needs: { operators: boolean; places: boolean },
): AudienceChoices {
  const assigned = useQuery({ ...assignedQuery(campaign.id), enabled: needs.operators });
  const tree = useQuery({ ...locationsQuery(), enabled: needs.places });
  return {
    states: audienceStates(campaign, progress),
    // Includes operators who left the campaign and still have calls in it.
    operators: assigned.data?.operators ?? (assigned.isError ? campaign.operators : undefined),
    placeName: (place) => placeName(tree.data, place),
    renderPlace: (place, onChange) => <PlaceFields dense isFilter tree={tree.data} place={place} onChange={onChange} />,
  };
}
