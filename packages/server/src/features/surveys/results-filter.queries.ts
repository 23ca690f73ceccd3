import { readSpan } from '@campanero/contract/shared/span';
import {
  isFilterQuestion,
  PERSON_FILTERS,
  type ResultsFilters,
  UNKNOWN_OPTION,
} from '@campanero/contract/surveys/results-schemas';
import type { InterviewFilter } from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/index.ts';
import { fieldError, found } from '../../work/app-error.ts';
import { type CountedQuestion, countedQuestions } from './results-questions.policy.ts';
import { findAsked, selectItemsWithAnswers } from './surveys.queries.ts';

/** The questions of all versions that were answered, and the filters in terms of what is stored. */
export async function openResults(db: Db | Trx, surveyId: number, query: ResultsFilters) {
  const [asked, versions] = await Promise.all([findAsked(db, surveyId), selectItemsWithAnswers(db, surveyId)]);
  const questions = countedQuestions(versions, found(asked).number);
  return { questions, filter: readFilter(query, questions) };
}

function readFilter(query: ResultsFilters, questions: readonly CountedQuestion[]): InterviewFilter {
  return {
    span: readSpan(query),
    channel: query.channel,
    operatorId: query.operatorId,
    person: Object.fromEntries(PERSON_FILTERS.map((name) => [name, query[name]])),
    answer: readAnswerFilter(query, questions),
  };
}

function readAnswerFilter(
  { questionId, options = '' }: ResultsFilters,
  questions: readonly CountedQuestion[],
): InterviewFilter['answer'] {
  if (questionId === undefined) return undefined;
  const counted = questions.find(({ question }) => question.id === questionId);
  if (!counted) throw fieldError('VALIDATION', 'questionId', 'Esa pregunta no está en el relevamiento.');
  if (!isFilterQuestion(counted.question))
    throw fieldError('VALIDATION', 'questionId', 'Solo se puede filtrar por preguntas con opciones.');
  const wanted = options.split(',');
  const ids = wanted.filter((each) => each !== UNKNOWN_OPTION).map(Number);
  if (!ids.every((id) => counted.options.some((option) => option.id === id)))
    throw fieldError('VALIDATION', 'options', 'Esa opción no está en la pregunta.');
  return {
    questionId,
    options: ids,
    isUnknown: wanted.includes(UNKNOWN_OPTION),
    areBits: counted.question.kind === 'choices',
  };
}
