import { isQuestion, optionsOf, type SurveyItem, UNKNOWN_WORDS } from './definition.ts';

// The answer by which calls are filtered, as the address has it: `3:1`, option 1 of question 3; `3~1`, one of several that may be
// chosen; `3:ns`, who does not know. How it looks is checked in audience/filters.ts, which the first page loads.

const UNKNOWN = 'ns';

export interface AnswerFilter {
  questionId: number;
  value: number | 'unknown';
  /** The question has several answers, stored as bits. */
  isSeveral: boolean;
}

export function readAnswerFilter(text: string): AnswerFilter {
  const [, questionId = '0', sign, value = '0'] = /^(\d+)([:~])(\w+)$/.exec(text) ?? [];
  return {
    questionId: Number(questionId),
    value: value === UNKNOWN ? 'unknown' : Number(value),
    isSeveral: sign === '~' && value !== UNKNOWN,
  };
}

/** What may be chosen, with the question before each answer. */
export const answerFilters = (items: readonly SurveyItem[]): { id: string; name: string }[] =>
  items.filter(isQuestion).flatMap((question) => {
    const options = optionsOf(question);
    if (options.length === 0) return [];
    const sign = question.kind === 'choices' ? '~' : ':';
    const named = options.map(({ id, text }) => ({ id: `${question.id}${sign}${id}`, name: text || String(id) }));
    const all = question.required ? [...named, { id: `${question.id}:${UNKNOWN}`, name: UNKNOWN_WORDS }] : named;
    return all.map(({ id, name }) => ({ id, name: `${question.text} ${name}` }));
  });
