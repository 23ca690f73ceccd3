import {
  type Db,
  fullName,
  isClosed,
  type RawBuilder,
  selectFirst,
  selectRow,
  selectRows,
  selectValue,
  sql,
} from '../../db/index.ts';
import { isVisiblePerson, personName, type Viewer, visibleTo } from '../reach.ts';

export interface QuestionRecord {
  id: number;
  question: string;
  askedAt: Date;
  askedBy: { id: number; name: string };
  campaign: { id: number; name: string };
  callId: number;
  number: number;
  contactName: string;
  stateName: string;
  stateColor: string;
  answer: string | null;
  closedBy: { id: number; name: string } | null;
  closedAt: Date | null;
}

interface QuestionSearch {
  campaignId?: number | undefined;
  isClosed: boolean;
}

/** Questions of campaigns that were closed meanwhile wait no longer: nobody calls there. */
const isWanted = (
  viewer: Viewer,
  { campaignId, isClosed: closed }: QuestionSearch,
): RawBuilder<boolean> => sql<boolean>`
  ${visibleTo(viewer)} and (${campaignId ?? null}::int is null or campaign.id = ${campaignId ?? null})
  and ${closed ? sql`call_question.closed_at is not null` : sql`call_question.closed_at is null and not ${isClosed()}`}`;

const from = sql`from call_question join campaign on campaign.id = call_question.campaign_id`;

/** The page is chosen before calls and people are joined. Oldest first where they wait, else the newest. */
export const selectQuestions = (
  db: Db,
  viewer: Viewer,
  search: QuestionSearch,
  { limit, offset }: { limit: number; offset: number },
) =>
  selectRows<QuestionRecord>(db)`
    with page as (
      select call_question.*, campaign.name as campaign_name ${from} where ${isWanted(viewer, search)}
      order by ${search.isClosed ? sql`call_question.closed_at desc, call_question.id desc` : sql`call_question.asked_at, call_question.id`}
      limit ${limit} offset ${offset}
    )
    select page.id, page.question, page.asked_at, jsonb_build_object('id', asker.id, 'name', ${fullName('asker')}) as asked_by,
      jsonb_build_object('id', page.campaign_id, 'name', page.campaign_name) as campaign, page.call_id, call.number,
      coalesce(${personName}, '') as contact_name, state.name as state_name, state.color as state_color, page.answer,
      case when closer.id is not null then jsonb_build_object('id', closer.id, 'name', ${fullName('closer')}) end as closed_by,
      page.closed_at
    from page
    join call on call.id = page.call_id
    join state on state.id = call.state_id
    join app_user asker on asker.id = page.user_id
    left join app_user closer on closer.id = page.closed_by
    left join person on person.id = call.person_id and ${isVisiblePerson(viewer)}
    order by ${search.isClosed ? sql`page.closed_at desc, page.id desc` : sql`page.asked_at, page.id`}`;

export const countQuestions = (db: Db, viewer: Viewer, search: QuestionSearch) =>
  selectValue<number>(db)`select count(*) ${from} where ${isWanted(viewer, search)}`;

/** Undefined: no such question, or of a campaign that the viewer may not see. */
export const findQuestionCampaign = (db: Db, viewer: Viewer, id: number) =>
  selectFirst<{ campaignId: number }>(db)`
    select campaign.id as campaign_id ${from} where call_question.id = ${id} and ${visibleTo(viewer)}`;

/** Of one side's campaigns that are not closed. */
export const countOpenQuestions = (db: Db, external: boolean) =>
  selectRow<{ open: number; oldestAt: Date | null }>(db)`
    select count(*)::int as open, min(call_question.asked_at) as oldest_at ${from}
    where call_question.closed_at is null and campaign.external = ${external} and not ${isClosed()}`;

/** All questions, and those whose registration is not there or is of another call, campaign or user. */
export const countMisplacedQuestions = (db: Db) =>
  selectRow<{ all: number; misplaced: number }>(db)`
    select count(*)::int as "all", count(*) filter (where not exists (
      select from call_history h where h.call_id = call_question.call_id and h.id = call_question.entry_id
        and h.campaign_id = call_question.campaign_id and h.user_id = call_question.user_id))::int as misplaced
    from call_question`;

/** Null without an answer, and in a campaign that is no longer visible. */
export interface AnsweredQuestion {
  question: string;
  answer: string;
  campaignId: number;
  callId: number;
  number: number;
}
/** Of a row of `mail`. */
export const answerOfMail = (viewer: Viewer) => sql<AnsweredQuestion | null>`(
  select jsonb_build_object('question', call_question.question, 'answer', call_question.answer, 'campaignId', call_question.campaign_id,
    'callId', call_question.call_id, 'number', call.number)
  from call_question
  join campaign on campaign.id = call_question.campaign_id
  join call on call.id = call_question.call_id
  where call_question.id = mail.question_id and call_question.answer is not null and ${visibleTo(viewer)})`;
