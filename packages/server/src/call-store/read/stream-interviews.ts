import { answerOf } from '@campanero/contract/surveys/answer-codes';
import type { Answers, SurveyQuestion } from '@campanero/contract/surveys/definition';
import { CHANNELS, type Channel } from '@campanero/contract/surveys/schemas';
import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { fullName, productTime, selectValue, sql } from '../../db/index.ts';
import { BATCH, readTexts, type RowSource, type StreamedRow } from '../../db/stream-rows.ts';
import type { CallRange } from '../range.ts';
import { isVisiblePerson, type Viewer } from '../reach.ts';
import { type InterviewFilter, interviewsOf } from './interview-results.ts';

/** One interview: who and how, and what was answered. */
export interface ExportedInterview {
  cells: StreamedRow;
  answers: Answers;
}

interface InterviewExport {
  viewer: Viewer;
  campaign: CallRange;
  filter: InterviewFilter;
  questions: readonly SurveyQuestion[];
}

const moment = (column: string) => sql`to_char(${productTime(column)}, 'DD-MM-YYYY HH24:MI')`;
const CELLS = [
  ['Id de llamado', sql`interview.call_id`],
  ['Teléfono', sql`case when called.number < ${sql.lit(ERASED_NUMBERS_FROM)} then called.number end`],
  ['Nombre', sql`person.first_name`],
  ['Apellido', sql`person.last_name`],
  ['Razón social', sql`person.business_name`],
  ['Documento', sql`person.document`],
  ['Género', sql`person.gender`],
  ['Año de nacimiento', sql`date_part('year', person.birthday)`],
  ['Sección', sql`place.display`],
  ['Canal', sql`interview.channel`],
  ['Operador', fullName()],
  ['Empezado', moment('interview.started_at')],
  ['Guardado', moment('interview.saved_at')],
  ['Completo', sql`case when interview.complete then 'Sí' else 'No' end`],
] as const;
const CHANNEL_PLACE = CELLS.findIndex(([title]) => title === 'Canal');

export const INTERVIEW_HEADER: readonly string[] = CELLS.map(([title]) => title);

/** In the order of the calls, in batches; `done`: the part that was read, 0 to 1. */
export async function* readInterviews(source: RowSource, asked: InterviewExport) {
  const { campaign, filter, questions } = asked;
  const total = await selectValue<number>(source.db)`select count(*)::int from ${interviewsOf(campaign, filter)}`;
  // A campaign's calls follow each other: without the bounds a batch may read the interviews of all campaigns before it.
  let last = (campaign.idLo ?? 0) - 1;
  for (let read = 0; ;) {
    const rows = await readBatch(source, asked, last);
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.[0]);
    read += rows.length;
    yield {
      interviews: rows.map((row) => readInterview(row, questions)),
      done: Math.min(1, read / Math.max(1, total)),
    };
  }
}

const readBatch = (source: RowSource, { viewer, campaign, filter }: InterviewExport, after: number) =>
  readTexts(
    source,
    sql`
      select ${sql.join(CELLS.map(([, value]) => value))}, array_to_json(interview.answers), (
        select jsonb_object_agg(t.question_id, t.words) from interview_text t where t.call_id = interview.call_id and t.is_current)
      from (select interview.* from ${interviewsOf(campaign, filter)} and interview.call_id > ${after} and interview.call_id < ${campaign.idHi ?? 0}
        order by interview.call_id limit ${BATCH}) interview
      join lateral (select call.number, call.person_id from call where call.id = interview.call_id limit 1) called on true
      left join lateral (select * from person where person.id = called.person_id and ${isVisiblePerson(viewer)} limit 1) person on true
      left join lateral (select display from location_section where id = person.section_id limit 1) place on true
      left join app_user on app_user.id = interview.user_id
      order by interview.call_id`,
  );

function readInterview(row: StreamedRow, questions: readonly SurveyQuestion[]): ExportedInterview {
  const [given, said] = row.slice(CELLS.length);
  const codes = JSON.parse(given ?? '[]') as (number | null)[];
  const words = JSON.parse(said ?? '{}') as Record<number, string>;
  const answers = questions.flatMap(({ id, kind }) => {
    const code = codes[id - 1];
    const answer = typeof code === 'number' ? answerOf(kind, code, words[id]) : undefined;
    return answer ? [[id, answer] as const] : [];
  });
  const cells = row.slice(0, CELLS.length);
  cells[CHANNEL_PLACE] = CHANNELS[cells[CHANNEL_PLACE] as Channel];
  return { cells, answers: Object.fromEntries(answers) };
}
