import {
  type Answer,
  type Answers,
  isQuestion,
  type SurveyItem,
  type SurveyQuestion,
  type SurveyStep,
} from '@campanero/contract/surveys/definition';
import { answerError, missing, reachable } from '@campanero/contract/surveys/evaluate';

/** The id of the question that is asked, or the end of the questionnaire. */
export type FlowPlace = number | 'end';

/** Where the flow opens: the first question without an answer. */
export const firstOpen = (items: readonly SurveyItem[], answers: Answers): FlowPlace =>
  missing(items, answers)[0]?.id ?? 'end';

/** The next question without an answer, then those before it that are still open. */
export function placeAfter(items: readonly SurveyItem[], answers: Answers, questionId: number): FlowPlace {
  const open = missing(items, answers);
  const place = items.findIndex(({ id }) => id === questionId);
  return (open.find((question) => items.indexOf(question) > place) ?? open[0])?.id ?? 'end';
}

export function placeBefore(items: readonly SurveyItem[], answers: Answers, at: FlowPlace): number | undefined {
  const questions = reachable(items, answers).filter(isQuestion);
  const place = at === 'end' ? questions.length : questions.findIndex(({ id }) => id === at);
  return questions[place - 1]?.id;
}

interface AskedQuestion {
  /** Undefined at the end. */
  question: SurveyQuestion | undefined;
  section: string | undefined;
  /** Read aloud right before the question, or after the last one. */
  notes: readonly SurveyStep[];
}

/** What is on the screen at a place. A question that is hidden by now gives way to the first open one. */
export function askedAt(items: readonly SurveyItem[], answers: Answers, at: FlowPlace): AskedQuestion {
  const steps = reachable(items, answers);
  const isShown = (id: FlowPlace) => steps.some((step) => step.id === id && isQuestion(step));
  const first = firstOpen(items, answers);
  const shown = isShown(at) || first === 'end' ? at : first;
  const end = steps.findIndex(({ id }) => id === shown);
  const until = end === -1 ? steps.length : end;
  const from = steps.findLastIndex((step, place) => place < until && isQuestion(step)) + 1;
  const step = steps[until];
  return {
    question: step && isQuestion(step) ? step : undefined,
    section: step && items.slice(0, items.indexOf(step)).findLast(({ kind }) => kind === 'section')?.text,
    notes: steps.slice(from, until),
  };
}

/** What was deleted again: no answer, and nothing that could be lost. */
export const isEmptyAnswer = (given: Answer): boolean =>
  ('text' in given && given.text.trim() === '') || ('values' in given && given.values.length === 0);

/** The first reachable question with something typed now that is no answer to it. What is stored may be of an older version. */
export const firstWrong = (
  items: readonly SurveyItem[],
  answers: Answers,
  typed: Answers,
): SurveyQuestion | undefined =>
  missing(items, answers).find((question) => {
    const given = typed[question.id];
    return given && !isEmptyAnswer(given) && answerError(question, given) !== undefined;
  });
