import { answerError } from '@campanero/contract/surveys/evaluate';
import {
  type Answer,
  type Answers,
  answersOf,
  isQuestion,
  type SurveyItem,
} from '@campanero/contract/surveys/definition';
import type { InterviewBody } from '@campanero/contract/surveys/schemas';
import { isDeepStrictEqual } from 'node:util';
import { answersIn, findInterview } from '../../call-store/read/index.ts';
import type { Trx } from '../../db/index.ts';
import { AppError, fieldError } from '../../work/app-error.ts';
import { lockVersion } from '../surveys/surveys.queries.ts';

export interface CheckedAnswers {
  surveyId: number;
  number: number;
  items: readonly SurveyItem[];
  given: Answers;
}

/** Whether they are what is stored: a double click brings nothing new. */
export async function areStored(trx: Trx, callId: number, body: InterviewBody | null | undefined): Promise<boolean> {
  if (!body || body.answers.length === 0) return true;
  const stored = await findInterview(trx, callId);
  const items = stored && (await lockVersion(trx, body.surveyId, body.number));
  const now = items ? answersIn(items, stored) : {};
  return body.answers.every(({ questionId, answer }) => isDeepStrictEqual(now[questionId], inOrder(answer)));
}

/** As stored: several options may come in the order in which they were chosen. */
const inOrder = (answer: Answer): Answer =>
  'values' in answer ? { values: answer.values.toSorted((a, b) => a - b) } : answer;

/** Answers to the campaign's survey, each one that its question allows. Undefined: none came. */
export async function checkAnswers(
  trx: Trx,
  campaign: { surveyId: number | null },
  body: InterviewBody | null | undefined,
): Promise<CheckedAnswers | undefined> {
  if (!body || body.answers.length === 0) return undefined;
  const { surveyId, number } = body;
  const items = campaign.surveyId === surveyId ? await lockVersion(trx, surveyId, number) : undefined;
  if (!items) throw new AppError('SURVEY_CHANGED');
  const questions = new Map(items.filter(isQuestion).map((each) => [each.id, each]));
  for (const { questionId, answer } of body.answers) {
    const question = questions.get(questionId);
    const wrong = question ? answerError(question, answer) : 'Esa pregunta no está en el relevamiento.';
    if (wrong) throw fieldError('SURVEY_ANSWER', `interview.${questionId}`, wrong);
  }
  return { surveyId, number, items, given: answersOf(body.answers) };
}
