import type { ExportFormat } from '@campanero/contract/exports/schemas';
import { answerInWords } from '@campanero/contract/surveys/answer-words';
import type { SurveyQuestion } from '@campanero/contract/surveys/definition';
import type { ResultsFilters } from '@campanero/contract/surveys/results-schemas';
import type { Viewer } from '../../call-store/reach.ts';
import {
  type CallRange,
  type ExportedInterview,
  INTERVIEW_HEADER,
  readInterviews,
} from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/index.ts';
import { csvOf, type RowSource, type StreamedRow, type StreamedTable } from '../../db/stream-rows.ts';
import { openResults } from '../surveys/results-filter.queries.ts';
import type { CountedQuestion } from '../surveys/results-questions.policy.ts';
import { findVisibleSurveyId } from '../surveys/surveys.queries.ts';
import { inFormat } from './statistics-file.ts';

interface AnswersExport {
  viewer: Viewer;
  campaign: CallRange & { name: string };
  kind: 'interviews' | 'answers';
  query: ResultsFilters;
  format: ExportFormat;
}

/** With options of all versions, so that an old answer has its words. */
const withAllOptions = ({ question, options }: CountedQuestion): SurveyQuestion =>
  'options' in question ? { ...question, options } : question;

/** What people answered, with the filters of the page of results: a row for each person, or for each answer. */
export async function openAnswers(source: RowSource, { viewer, campaign, kind, query, format }: AnswersExport) {
  const { questions: counted, filter } = await openAsked(source.db, viewer, campaign.id, query);
  const questions = counted.map(withAllOptions);
  const header = [...INTERVIEW_HEADER, ...(kind === 'interviews' ? titlesOf(questions) : ANSWER_HEADER)];
  const rowsOf = kind === 'interviews' ? rowOf(questions) : answerRows(questions);
  const batches = readInterviews(source, { viewer, campaign, filter, questions });
  if (format !== 'xlsx') return { header, total: null, pieces: inPieces(batches, rowsOf) };
  const rows: StreamedRow[] = [];
  for await (const { interviews } of batches) rows.push(...interviews.flatMap(rowsOf));
  const table = { header, rows };
  return inFormat(
    source.db,
    { facts: [['Campaña', `${campaign.id} ${campaign.name}`]], sheets: [{ name: 'Respuestas', ...table }], table },
    format,
  );
}

type RowsOf = (interview: ExportedInterview) => StreamedRow[];

async function* inPieces(batches: ReturnType<typeof readInterviews>, rowsOf: RowsOf): StreamedTable['pieces'] {
  for await (const { interviews, done } of batches) yield { ...csvOf(interviews.flatMap(rowsOf)), done };
}

/** The survey of a campaign that the viewer may see. */
async function openAsked(db: Db | Trx, viewer: Viewer, campaignId: number, query: ResultsFilters) {
  const surveyId = await findVisibleSurveyId(db, viewer, campaignId);
  if (typeof surveyId !== 'number') throw new Error(`campaign ${campaignId} has no survey any more`);
  return openResults(db, surveyId, query);
}

/** Two questions may have the same words. */
const titlesOf = (questions: readonly SurveyQuestion[]) =>
  questions.map(({ id, text }) =>
    questions.some((other) => other.id !== id && other.text === text) ? `${text} (n.º ${id})` : text,
  );
const ANSWER_HEADER = ['N.º de pregunta', 'Pregunta', 'Respuesta', 'Valor'];

const rowOf =
  (questions: readonly SurveyQuestion[]): RowsOf =>
  ({ cells, answers }) => {
    const given = questions.map((question) => {
      const answer = answers[question.id];
      return answer ? answerInWords(question, answer) : null;
    });
    return [[...cells, ...given]];
  };

const answerRows =
  (questions: readonly SurveyQuestion[]): RowsOf =>
  ({ cells, answers }) =>
    questions.flatMap((question) => {
      const answer = answers[question.id];
      if (!answer) return [];
      const value = 'value' in answer ? String(answer.value).replace('.', ',') : null;
      return [[...cells, String(question.id), question.text, answerInWords(question, answer), value]];
    });
