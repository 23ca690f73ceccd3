import {
  type Answer,
  answer,
  type Answers,
  answersAsList,
  isQuestion,
  optionsOf,
  type SurveyItem,
} from '@campanero/contract/surveys/definition';
import { answerError, keepReachable } from '@campanero/contract/surveys/evaluate';
import { type CampaignSurvey, type InterviewBody, interviewBody } from '@campanero/contract/surveys/schemas';
import { z } from 'zod';
import { firstWrong, isEmptyAnswer } from '../../features/surveys/ask/flow-steps.ts';

/** Also what is no answer yet: too long, out of range, unfinished. */
export const typedAnswer: z.ZodType<Answer> = z.union([
  z.object({ value: z.number() }),
  z.object({ values: z.array(z.number()) }),
  z.object({ text: z.string() }),
  z.object({ date: z.string() }),
  z.object({ none: z.enum(['unknown', 'skipped']) }),
]);

/** The answers that were given or changed, on what is stored of the call. */
export const interviewAnswers = z.object({
  surveyId: z.number(),
  number: z.number(),
  typed: z.record(z.string(), typedAnswer),
  /** The questions that they answer, as they were asked: another survey may ask the same. */
  asked: z.record(z.string(), z.string()),
  body: interviewBody.nullable().catch(null),
  wrong: z.number().nullable(),
  /** How many of them were kept when the campaign's survey became another one. */
  fitted: z.object({ kept: z.number(), of: z.number() }).nullable(),
});
export type InterviewAnswers = z.infer<typeof interviewAnswers>;

const isSame = (a: Answer | undefined, b: Answer | undefined) => JSON.stringify(a) === JSON.stringify(b);

const askedAs = (item: SurveyItem) => JSON.stringify([item.kind, item.text, optionsOf(item)]);

/** What is new in the answers; undefined: nothing. */
export function changedAnswers(
  survey: CampaignSurvey,
  stored: Answers,
  answers: Answers,
): InterviewAnswers | undefined {
  const { items, id: surveyId, number } = survey;
  const typed = Object.fromEntries(
    Object.entries(answers).filter(([id, given]) => {
      const was = stored[Number(id)];
      return !isSame(given, was) && (was !== undefined || !isEmptyAnswer(given));
    }),
  );
  if (Object.keys(typed).length === 0) return undefined;
  const asked = items.filter(({ id }) => id in typed).map((item) => [item.id, askedAs(item)] as const);
  return {
    surveyId,
    number,
    typed,
    asked: Object.fromEntries(asked),
    body: bodyOf(survey, typed, answers),
    wrong: firstWrong(items, answers, typed)?.id ?? null,
    fitted: null,
  };
}

/** Without what is hidden by now, and without what is no answer. */
function bodyOf(
  { id: surveyId, number, items }: CampaignSurvey,
  typed: Answers,
  answers: Answers,
): InterviewBody | null {
  const shown = keepReachable(items, answers);
  const ready = items.filter(isQuestion).flatMap((question) => {
    const given = question.id in shown ? typed[question.id] : undefined;
    const isReady = given && !answerError(question, given) && answer.safeParse(given).success;
    return isReady ? [[question.id, given] as const] : [];
  });
  return ready.length === 0 ? null : { surveyId, number, answers: answersAsList(Object.fromEntries(ready)) };
}

/** The answers on the survey that the campaign asks now. Of another survey those to questions that it asks too are kept. */
export function fitAnswers(draft: InterviewAnswers, survey: CampaignSurvey, stored: Answers): InterviewAnswers {
  const { surveyId, typed, asked } = draft;
  const isAsked = (id: string) => survey.items.some((item) => String(item.id) === id && askedAs(item) === asked[id]);
  const given = Object.entries(typed);
  // Another survey means other things by the same ids, unless it is a copy that asks the same.
  const kept = surveyId === survey.id ? given : given.filter(([id]) => isAsked(id));
  const fitted = kept.length < given.length ? { kept: kept.length, of: given.length } : draft.fitted;
  const changed = changedAnswers(survey, stored, { ...stored, ...Object.fromEntries(kept) });
  const nothing = { surveyId: survey.id, number: survey.number, typed: {}, asked: {}, body: null, wrong: null };
  return { ...(changed ?? nothing), fitted };
}
