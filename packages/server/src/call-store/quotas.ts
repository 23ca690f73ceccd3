import { productDay } from '@campanero/contract/shared/dates';
import { type Db, type RawBuilder, selectRows, sql } from '../db/index.ts';

// Quota cells in SQL, for statements with `call` and `quota_cell`.

const answered = (answers: RawBuilder<unknown>) => sql`case
  when quota_cell.is_several then ${answers}[quota_cell.question_id] > 0
    and (${answers}[quota_cell.question_id] >> (quota_cell.value - 1)::int) & 1 = 1
  else ${answers}[quota_cell.question_id] = quota_cell.value end`;

/** Whether all but the answer of `quota_cell` holds for `call`; the year is enough for an age, as everywhere (call.birth_year). */
const describesPerson = (now: Date): RawBuilder<boolean> => {
  const year = sql.lit(Number(productDay(now).slice(0, 4)));
  return sql<boolean>`(quota_cell.campaign_id = call.campaign_id
    and (quota_cell.section_id is null or call.section_id = quota_cell.section_id)
    and (quota_cell.gender is null or call.gender = quota_cell.gender::"char")
    and (quota_cell.age_from is null or call.birth_year <= ${year} - quota_cell.age_from)
    and (quota_cell.age_to is null or call.birth_year >= ${year} - quota_cell.age_to))`;
};

const isDescribed = (now: Date, hasAnswer: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${describesPerson(now)} and (quota_cell.question_id is null or coalesce(${hasAnswer}, false)), false)`;

/** Whether `call` is in `quota_cell`. */
export const isInCell = (now: Date): RawBuilder<boolean> =>
  isDescribed(now, sql`(select ${answered(sql`interview.answers`)} from interview where interview.call_id = call.id)`);

/** For statements over many interviews, with `interview` of the call. */
export const isInterviewInCell = (now: Date): RawBuilder<boolean> => isDescribed(now, answered(sql`interview.answers`));

const IS_SHUT = sql<boolean>`(quota_cell.is_off or quota_cell.filled >= quota_cell.target)`;

/**
 * In no cell that is full or closed. In the statement that hands out, so that a cell counts as full from its commit. Cells by answers apart:
 * hardly anybody who is handed out has an interview, and it is looked up once.
 */
export const isWithinQuotas = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from quota_cell where ${IS_SHUT} and quota_cell.question_id is null and ${describesPerson(now)})
  and not exists (select from interview join quota_cell on quota_cell.question_id is not null
    where interview.call_id = call.id and ${IS_SHUT} and ${isInterviewInCell(now)}))`;

/** Answers with which the person of a call would be in a full or closed cell. */
export const selectShutAnswers = (db: Db, callId: number, now: Date) =>
  selectRows<{ questionId: number; value: number }>(db)`
    select distinct quota_cell.question_id, quota_cell.value from quota_cell join call on call.id = ${callId}
    where quota_cell.question_id is not null and ${IS_SHUT} and ${describesPerson(now)} order by 1, 2`;
