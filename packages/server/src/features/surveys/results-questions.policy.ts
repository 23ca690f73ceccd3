import { isQuestion, optionsOf, type SurveyItem, type SurveyQuestion } from '@campanero/contract/surveys/definition';

interface Version {
  number: number;
  items: readonly SurveyItem[];
}

export interface CountedOption {
  id: number;
  text: string;
  isRetired: boolean;
}

/** A question over all versions, in its newest words. */
export interface CountedQuestion {
  question: SurveyQuestion;
  section: string;
  isRetired: boolean;
  options: CountedOption[];
}

/** Those that are asked now in their order, then those that are not asked any more. Versions: the oldest first. */
export function countedQuestions(versions: readonly Version[], asked: number): CountedQuestion[] {
  const now = versions.find(({ number }) => number === asked)?.items ?? [];
  const present = listQuestions(now, false, versions);
  const seen = new Set(present.map(({ question }) => question.id));
  const retired = versions
    .toReversed()
    .flatMap(({ items }) => listQuestions(items, true, versions))
    .filter(({ question: { id } }) => !seen.has(id) && seen.add(id));
  return [...present, ...retired];
}

function listQuestions(items: readonly SurveyItem[], isRetired: boolean, versions: readonly Version[]) {
  let section = '';
  const listed: CountedQuestion[] = [];
  for (const each of items) {
    if (each.kind === 'section') section = each.text;
    if (isQuestion(each)) listed.push({ question: each, section, isRetired, options: allOptions(each, versions) });
  }
  return listed;
}

/** The present ones, and after them those of older versions in their last words. */
function allOptions(question: SurveyQuestion, versions: readonly Version[]): CountedOption[] {
  const present = optionsOf(question).map((option) => ({ ...option, isRetired: false }));
  const seen = new Set(present.map(({ id }) => id));
  const retired = versions
    .toReversed()
    .flatMap(({ items }) => items.filter(({ id }) => id === question.id).flatMap(optionsOf))
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map((option) => ({ ...option, isRetired: true }));
  return [...present, ...retired];
}
