import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { Reply } from '@campanero/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { AudienceChoices, StateChoice } from '../../../features/audience/list/audience-filters.ts';
import { assignedQuery } from '../../../features/audience/segment/api.ts';
import { PlaceFields, placeName } from '../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../features/lookups/api.ts';

export type Progress = Reply<typeof campaigns.progress>;

/** Every state a call of the campaign may be in: its own, and those that only the system sets, from its figures. */
export function audienceStates(campaign: CampaignDetail, progress: Progress | undefined): readonly StateChoice[] {
  const seen = progress?.states ?? [];
  const own = campaign.states.filter(({ id }) => !seen.some((state) => state.id === id));
  return [...seen, ...own].map(({ id, name }) => ({
    id,
    name,
    substates: campaign.states.find((state) => state.id === id)?.substates ?? [],
  }));
}

interface Needs {
  operators: boolean;
  places: boolean;
}

/** What ids stand for; the longer lists only when a form or a tag needs them. */
export function useAudienceChoices(
  campaign: CampaignDetail,
  progress: Progress | undefined,
  needs: Needs,
): AudienceChoices {
  const assigned = useQuery({ ...assignedQuery(campaign.id), enabled: needs.operators });
  const tree = useQuery({ ...locationsQuery(), enabled: needs.places });
  return {
    states: audienceStates(campaign, progress),
    // Also whoever left the campaign and still has calls in it.
    operators: assigned.data ?? (assigned.isError ? campaign.operators : undefined),
    placeName: (place) => placeName(tree.data, place),
    renderPlace: (place, onChange) => <PlaceFields dense isFilter tree={tree.data} place={place} onChange={onChange} />,
  };
}
