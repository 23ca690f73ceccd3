import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import type { Span } from '@campanero/contract/shared/span';
import { UNKNOWN_CODE } from '@campanero/contract/surveys/answer-codes';
import type { StateCounts } from '@campanero/contract/surveys/aapor';
import type { Channel } from '@campanero/contract/surveys/schemas';
import {
  asBigint,
  type Db,
  type RawBuilder,
  selectColumn,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { matches, type CallFilter } from './filter.ts';
import { readMany, type Reader } from './heavy-reads.ts';

type PersonFilter = Pick<
  CallFilter,
  'gender' | 'birthYearFrom' | 'birthYearTo' | 'districtId' | 'sectionId' | 'subsectionId'
>;

export interface InterviewFilter {
  /** Of the last save. */
  span: Span;
  channel?: Channel | undefined;
  operatorId?: number | undefined;
  person: PersonFilter;
  /** Options of a question; with `areBits` any of several that were chosen. */
  answer?: { questionId: number; options: readonly number[]; isUnknown: boolean; areBits: boolean } | undefined;
}

function chosen({ questionId, options, isUnknown, areBits }: NonNullable<InterviewFilter['answer']>) {
  const code = sql`interview.answers[${questionId}::int]`;
  const bits = [...new Set(options)].reduce((sum, option) => sum + 2 ** (option - 1), 0);
  const isOption = areBits
    ? sql<boolean>`(${code} > 0 and ${code} & ${bits}::bigint <> 0)`
    : sql<boolean>`${code} = any(${[...options]}::bigint[])`;
  return isUnknown ? sql<boolean>`(${isOption} or ${code} = ${UNKNOWN_CODE}::bigint)` : isOption;
}

/** Interviews of a campaign, joined with their calls only where a filter is about the person. */
export function interviewsOf(campaign: CallRange, { span, channel, operatorId, person, answer }: InterviewFilter) {
  const set = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined)) as PersonFilter;
  const calls =
    Object.keys(set).length === 0 ? sql`` : sql`join call on call.id = interview.call_id and ${matches(campaign, set)}`;
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`interview.campaign_id = ${campaign.id}`,
    ...(span.from ? [sql<boolean>`interview.saved_at >= ${span.from}`] : []),
    ...(span.to ? [sql<boolean>`interview.saved_at < ${span.to}`] : []),
    ...(channel ? [sql<boolean>`interview.channel = ${channel}`] : []),
    ...(operatorId === undefined ? [] : [sql<boolean>`interview.user_id = ${asBigint(operatorId)}`]),
    ...(answer ? [chosen(answer)] : []),
  ];
  return sql`interview ${calls} where ${sql.join(conditions, sql` and `)}`;
}

/** How many interviews there are at most, from counters: who has one was called. */
const mostInterviews = (db: Db, campaign: CallRange) =>
  selectValue<number>(db)`
    select coalesce(sum(n), 0)::bigint from call_figure where campaign_id = ${campaign.id} and figure = 'called'`;

const readAll = async <T>(reader: Reader, campaign: CallRange, read: (trx: Trx) => Promise<T>) =>
  readMany(reader, { calls: await mostInterviews(reader.db, campaign) }, read);

// One pass over the rows, in pieces of about a megabyte, as base64 (the function interview_bytes of the migrations). Grouping hundreds of thousands of
// rows by each of thirty answers would take PostgreSQL ten times as long.
export const readInterviewBytes = (reader: Reader, campaign: CallRange, filter: InterviewFilter) =>
  readAll(
    reader,
    campaign,
    (trx) => selectColumn<string>(trx)`
      select encode(string_agg(interview.bytes, ''), 'base64') from ${interviewsOf(campaign, filter)} group by interview.call_id >> 15`,
  );

/** What is too large for two bytes: the codes of one question themselves. */
export const readAnswerCodes = (reader: Reader, campaign: CallRange, filter: InterviewFilter, questionId: number) =>
  readAll(
    reader,
    campaign,
    (trx) => selectRows<{ code: number; n: number }>(trx)`
      select interview.answers[${questionId}::int] as code, count(*) as n
      from ${interviewsOf(campaign, filter)} and interview.answers[${questionId}::int] is not null group by 1`,
  );

const answeredInWords = (questionId: number) => sql`interview.answers[${questionId}::int] = 1`;

const currentWords = (questionId: number) => sql`join lateral (
  select words from interview_text t
  where t.call_id = interview.call_id and t.question_id = ${questionId}::smallint and t.is_current limit 1) said on true`;

interface TextsAsked {
  campaign: CallRange;
  filter: InterviewFilter;
  questionId: number;
  offset: number;
  limit: number;
}

const withWords = ({ campaign, filter, questionId }: Omit<TextsAsked, 'offset' | 'limit'>) =>
  sql`${interviewsOf(campaign, filter)} and ${answeredInWords(questionId)}`;

export const countTexts = (reader: Reader, asked: Omit<TextsAsked, 'offset' | 'limit'>) =>
  readAll(reader, asked.campaign, (trx) => selectValue<number>(trx)`select count(*) from ${withWords(asked)}`);

/** Newest first. The words are looked up for the page alone. */
export const selectTexts = (reader: Reader, asked: TextsAsked) =>
  readAll(
    reader,
    asked.campaign,
    (trx) => selectRows<{ callId: number; words: string; savedAt: Date }>(trx)`
      select interview.call_id, said.words, interview.saved_at
      from (
        select interview.call_id, interview.saved_at from ${withWords(asked)}
        order by interview.saved_at desc, interview.call_id desc limit ${asked.limit} offset ${asked.offset}) interview
      ${currentWords(asked.questionId)} order by interview.saved_at desc, interview.call_id desc`,
  );

/** Calls of each state without those in reserve, from counters, and how many of them have an interview. */
export const readStateCounts = (reader: Reader, campaign: CallRange) =>
  readAll(
    reader,
    campaign,
    (trx) => selectRows<StateCounts>(trx)`
      with totals as (
        select state_id, sum(n) as calls from (
          select state_id, n from call_total where campaign_id = ${campaign.id}
          union all
          select ${sql.lit(PENDING_STATE)}, -n from call_figure where campaign_id = ${campaign.id} and figure = 'reserve'
        ) counted group by 1
      ), interviews as (
        select call.state_id, count(*) filter (where interview.complete) as complete,
          count(*) filter (where not interview.complete) as begun
        from interview join call on call.id = interview.call_id and ${inCampaign(campaign)}
        where interview.campaign_id = ${campaign.id} group by 1
      )
      select state.id, state.name, state.contactability, state.effectiveness, state.callback, totals.calls::int as calls,
        coalesce(interviews.complete, 0)::int as complete, coalesce(interviews.begun, 0)::int as begun
      from totals join state on state.id = totals.state_id left join interviews on interviews.state_id = totals.state_id
      where totals.calls > 0 order by totals.calls desc, state.id`,
  );
