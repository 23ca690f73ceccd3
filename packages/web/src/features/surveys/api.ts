import { surveys } from '@campanero/contract/surveys/endpoints';
import type { SurveyDetail } from '@campanero/contract/surveys/schemas';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const surveysQuery = () => endpointQuery('surveys', surveys.list);

/** Never from the cache: an old version would be refused. */
const FRESH = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;
export const surveyQuery = (id: number) => endpointQuery('surveys', surveys.get, { params: { id } }, FRESH);

export const surveySaved = {
  replaces: ({ id }: SurveyDetail) => surveyQuery(id),
  // What campaigns ask, and the name that they show.
  changes: [endpointKey('surveys', surveys.list), endpointKey('surveys', surveys.ofCampaign), 'campaigns'] as const,
};
