import { answerOf } from '@campanero/contract/surveys/answer-codes';
import { type Answer, type Answers, isQuestion, type SurveyItem } from '@campanero/contract/surveys/definition';
import type { Channel } from '@campanero/contract/surveys/schemas';
import {
  type Db,
  fullName,
  type RowOf,
  selectFirst,
  selectRow,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';

type Row = Pick<
  RowOf<'interview'>,
  'callId' | 'surveyId' | 'number' | 'complete' | 'version' | 'startedAt' | 'completedAt' | 'userId'
> & { answers: (number | null)[]; channel: Channel };

/** The answers of a call as they are now. */
export interface StoredInterview extends Row {
  /** What was said in one's own words, by question. */
  texts: { questionId: number; words: string }[];
}

/** Of a row of `interview`. */
export const answersSql = sql`interview.answers, coalesce((
  select jsonb_agg(jsonb_build_object('questionId', t.question_id, 'words', t.words))
  from interview_text t where t.call_id = interview.call_id and t.is_current), '[]') as texts`;

export const findInterview = (db: Db | Trx, callId: number) =>
  selectFirst<StoredInterview>(db)`
    select call_id, survey_id, number, complete, version, channel, started_at, completed_at, user_id, ${answersSql}
    from interview where call_id = ${callId}`;

/** Whom a call is to. */
export const findPersonIdOf = (db: Db | Trx, callId: number) =>
  selectValue<number>(db)`select person_id from call where id = ${callId}`;

/** In terms of a version; those to questions that it does not have are left out. */
export function answersIn(
  items: readonly SurveyItem[],
  { answers, texts }: Pick<StoredInterview, 'answers' | 'texts'>,
): Answers {
  const words = new Map(texts.map((each) => [each.questionId, each.words]));
  const read: Record<number, Answer> = {};
  for (const { id, kind } of items.filter(isQuestion)) {
    const code = answers[id - 1];
    const given = typeof code === 'number' ? answerOf(kind, code, words.get(id)) : undefined;
    if (given) read[id] = given;
  }
  return read;
}

/** Every save of a call's answers, newest first. */
export const selectSaves = (db: Db, callId: number) =>
  selectRows<{ at: Date; userName: string | null; channel: Channel; answered: number; complete: boolean }>(db)`
    select s.saved_at as at, nullif(${fullName()}, '') as user_name, s.channel, s.complete,
      cardinality(array_remove(s.answers, null)) as answered
    from interview_save s left join app_user on app_user.id = s.user_id
    where s.call_id = ${callId} order by s.id desc`;

/** Cells of quotas whose number is not that of their interviews, or with interviews that are not complete. */
export const countWrongQuotas = (db: Db) =>
  selectValue<number>(db)`
    select count(*)::int from quota_cell where filled <> (select count(*) from quota_fill where cell_id = quota_cell.id)
      or exists (select from quota_fill fill where fill.cell_id = quota_cell.id
        and not exists (select from interview where interview.call_id = fill.call_id and interview.complete))`;

/** Interviews that are not what their last save left, and saves without the entry that they came with. */
export const countMisplacedInterviews = (db: Db) =>
  selectRow<{ all: number; misplaced: number; loose: number }>(db)`
    select count(*) as all, count(*) filter (where (i.answers, i.complete, i.number) is distinct from (s.answers, s.complete, s.number)) as misplaced,
      (select count(*) from interview_save each where each.entry_id is not null and not exists (
        select from call_history h where h.call_id = each.call_id and h.id = each.entry_id)) as loose
    from interview i left join lateral (
      select answers, complete, number from interview_save where call_id = i.call_id order by id desc limit 1) s on true`;
