import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { Reply } from '@campanero/contract/endpoint';
import { answerFilters } from '@campanero/contract/surveys/answer-filter';
import { surveys } from '@campanero/contract/surveys/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { AudienceChoices } from '../../../../features/audience/list/audience-filters.ts';
import { assignedQuery } from '../../../../features/audience/segment/api.ts';
import { PlaceFields, placeName } from '../../../../features/locations/place-fields.tsx';
import { endpointQuery } from '../../../../lib/queries.ts';
import { locationsQuery } from '../../../../features/lookups/api.ts';

const answersQuery = (id: number) =>
  endpointQuery('surveys', surveys.ofCampaign, { params: { id } }, { read: ({ items }) => answerFilters(items) });

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
  needs: { operators: boolean; places: boolean; answers?: boolean },
): AudienceChoices {
  const assigned = useQuery({ ...assignedQuery(campaign.id), enabled: needs.operators });
  const tree = useQuery({ ...locationsQuery(), enabled: needs.places });
  const answers = useQuery({
    ...answersQuery(campaign.id),
    enabled: needs.answers === true && campaign.survey !== null,
  });
  return {
    states: audienceStates(campaign, progress),
    // Includes operators who left the campaign and still have calls in it.
    operators: assigned.data?.operators ?? (assigned.isError ? campaign.operators : undefined),
    answers: campaign.survey ? answers.data : [],
    placeName: (place) => placeName(tree.data, place),
    renderPlace: (place, onChange) => <PlaceFields dense isFilter tree={tree.data} place={place} onChange={onChange} />,
  };
}
