import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { type Answer, type Answers, answersOf } from '@campanero/contract/surveys/definition';
import { surveys } from '@campanero/contract/surveys/endpoints';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { interviewQuery } from '../api.ts';
import { changedAnswers, fitAnswers, interviewAnswers } from './interview-answers.ts';
import { interviewDraft } from './interview-draft.ts';

const NOTHING: Answers = {};

const isChosen = (answer: Answer | undefined, value: number) =>
  answer !== undefined &&
  (('value' in answer && answer.value === value) || ('values' in answer && answer.values.includes(value)));

/** What the campaign asks, and what was answered in the call so far. A survey that is asked does not change under the fingers. */
export function useAskedSurvey(campaign: Pick<CampaignDetail, 'id' | 'survey'>, callId: number) {
  const surveyId = campaign.survey?.id;
  const input = surveyId === undefined ? skipToken : { params: { id: campaign.id } };
  const asked = useQuery(endpointQuery('surveys', surveys.ofCampaign, input, { refetchOnWindowFocus: false }));
  const interview = useQuery(interviewQuery({ campaignId: campaign.id, callId }, surveyId !== undefined));
  return {
    /** Of these the one that failed, or is still loading. */
    query: asked.data && !asked.error ? interview : asked,
    survey: asked.data?.id === surveyId ? asked.data : undefined,
    stored: interview.data && answersOf(interview.data.answers),
    shut: interview.data?.shut ?? [],
  };
}

/** The answers of a call: those that are stored, and over them the draft of this user. */
export function useInterview(campaign: Pick<CampaignDetail, 'id' | 'survey'>, callId: number) {
  const { query, survey, stored, shut } = useAskedSurvey(campaign, callId);
  const [draft, setDraft] = useDraft(interviewDraft(callId), interviewAnswers, { staysOnLeaving: true });
  const isOther = draft && survey && (draft.surveyId !== survey.id || draft.number !== survey.number);
  useEffect(() => {
    if (isOther && stored) setDraft(fitAnswers(draft, survey, stored));
  }, [isOther, draft, survey, stored, setDraft]);
  const change = (answers: Answers) => {
    if (!survey) return;
    const changed = changedAnswers(survey, stored ?? NOTHING, answers);
    setDraft(changed && { ...changed, fitted: draft?.fitted ?? null });
  };
  return {
    query,
    survey,
    fitted: draft?.fitted ?? undefined,
    answers: stored && !isOther ? { ...stored, ...draft?.typed } : undefined,
    /** Answered, and nobody more who says so is wanted. */
    isShut: shut.some(({ questionId, value }) => isChosen(draft?.typed[questionId] ?? stored?.[questionId], value)),
    change,
  };
}
