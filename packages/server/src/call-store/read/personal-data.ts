import { type Db, fullName, type RowOf, selectFirst, selectRows, sql } from '../../db/index.ts';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { listsOf } from '../listed.ts';
import { personName } from '../reach.ts';
import type { CallColumns, NamedCall, NamedState, NumberBlocks } from './contact.ts';
import type { StoredInterview } from './interview.ts';
import { PERSON_COLUMNS, PERSON_PLACES, type PersonRecord } from './people.ts';

/** `blockLists`: the active ones that contain it; `others`: other persons with the same number. */
type StoredNumber = Omit<RowOf<'personPhone'>, 'personId'> & NumberBlocks & { others: { id: number; name: string }[] };

export interface StoredCall extends NamedCall, CallColumns<'campaignId' | 'observations' | 'createdAt'> {
  campaignName: string;
  isOwn: boolean;
  operatorName: string | null;
  /** When the call passed to this person from an erased one; then no load brought it for them. */
  personChangedAt: Date | null;
}

type StoredColumns = Pick<
  RowOf<'callHistory'>,
  'id' | 'callId' | 'affinity' | 'observations' | 'callbackAt' | 'reason'
>;
export interface StoredOutcome extends StoredColumns, NamedState {
  at: Date;
  userName: string;
  isCorrected: boolean;
  /** The outcome names another person with this number. */
  isOfOther: boolean;
}

/** A save of a call's answers: all of them as they were after it, and what it brought in one's own words. */
export interface StoredAnswers extends Pick<StoredInterview, 'answers' | 'texts'> {
  callId: number;
  /** What was asked then. */
  items: SurveyItem[];
  /** By this person: neither by another one on the number nor by the one from whom the call passed. */
  isOwn: boolean;
}

/** Calls newest first, their outcomes and answers oldest first. */
export interface StoredPersonalData {
  person: PersonRecord & { updatedAt: Date; inReviewName: string | null };
  numbers: StoredNumber[];
  calls: StoredCall[];
  outcomes: StoredOutcome[];
  interviews: StoredAnswers[];
}

/** Undefined: no such person. The caller may see every person. */
export async function readPersonalData(db: Db, personId: number): Promise<StoredPersonalData | undefined> {
  const person = await selectFirst<StoredPersonalData['person']>(db)`
    select ${PERSON_COLUMNS}, person.updated_at, ${fullName('reviewer')} as in_review_name
    from person ${PERSON_PLACES} left join app_user reviewer on reviewer.id = person.in_review_by
    where person.id = ${personId}`;
  if (!person) return undefined;
  const [numbers, calls] = await Promise.all([selectNumbers(db, personId), selectCalls(db, personId)]);
  const [outcomes, interviews] = await Promise.all([
    selectOutcomes(db, personId, calls),
    selectAnswers(db, personId, calls),
  ]);
  return { person, numbers, calls, outcomes, interviews };
}

const selectNumbers = (db: Db, personId: number) =>
  selectRows<StoredNumber>(db)`
    select own.number, own.mobile, own.wrong, own.created_at, blocked_number.reason as block_reason,
      ${listsOf(sql`own.number`)} as block_lists, coalesce((
      select jsonb_agg(jsonb_build_object('id', person.id, 'name', coalesce(${personName}, '')) order by person.id)
      from person_phone join person on person.id = person_phone.person_id
      where person_phone.number = own.number and person.id <> own.person_id and person.erased_at is null), '[]') as others
    from person_phone own left join blocked_number on blocked_number.number = own.number
    where own.person_id = ${personId} order by own.number`;

/** Calls to the person, and calls to others on their numbers whose history names this person. */
const selectCalls = (db: Db, personId: number) =>
  selectRows<StoredCall>(db)`
    select call.id, call.number, call.campaign_id, campaign.name as campaign_name, call.person_id = ${personId} as is_own,
      state.name as state_name, state.color as state_color, substate.name as substate_name,
      nullif(${fullName()}, '') as operator_name, call.call_count,
      case when call.person_id = ${personId} then call.observations end as observations, call.callback_at, call.created_at,
      call_person_change.changed_at as person_changed_at
    from call
    join campaign on campaign.id = call.campaign_id
    join state on state.id = call.state_id
    left join substate on substate.id = call.substate_id and not call.invalid
    left join app_user on app_user.id = call.operator_id
    left join call_person_change on call_person_change.call_id = call.id
    where call.number = any(array(select number from person_phone where person_id = ${personId}))
      and (call.person_id = ${personId} or exists (
        select from call_history h where h.call_id = call.id and h.person_id = ${personId}))
    order by call.created_at desc, call.id desc`;

/** Texts of outcomes that name another person are left out: they are that person's data. */
async function selectOutcomes(db: Db, personId: number, calls: readonly StoredCall[]): Promise<StoredOutcome[]> {
  if (calls.length === 0) return [];
  const own = calls.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  return selectRows<StoredOutcome>(db)`
    with entry as (
      select h.*, coalesce(h.person_id <> ${personId}, false) as is_of_other from call_history h
      where h.call_id = any(${calls.map(({ id }) => id)}::bigint[])
        and (h.call_id = any(${own}::bigint[]) or h.person_id = ${personId})
    )
    select entry.id, entry.call_id, entry.created_at as at, ${fullName()} as user_name, state.name as state_name,
      state.color as state_color, substate.name as substate_name, entry.is_of_other,
      case when not entry.is_of_other then entry.affinity end as affinity,
      case when not entry.is_of_other then nullif(concat_ws(E'\\n', entry.observations, 'Consulta a un coordinador: ' || asked.question,
        'Respuesta: ' || asked.answer), '') end as observations, entry.callback_at,
      case when not entry.is_of_other then entry.reason end as reason,
      exists (select from call_history c where c.call_id = entry.call_id and c.corrects_id = entry.id) as is_corrected
    from entry
    join state on state.id = entry.state_id
    join app_user on app_user.id = entry.user_id
    left join substate on substate.id = entry.substate_id
    left join call_question asked on asked.entry_id = entry.id
    order by entry.created_at, entry.id`;
}

const selectAnswers = (db: Db, personId: number, calls: readonly StoredCall[]) =>
  selectRows<StoredAnswers>(db)`
    select save.call_id, asked.items, save.answers, coalesce((
      select jsonb_agg(jsonb_build_object('questionId', t.question_id, 'words', t.words))
      from interview_text t where t.save_id = save.id), '[]') as texts,
      case when h.person_id is not null then h.person_id = ${personId}
        else save.call_id = any(${calls.filter(({ isOwn }) => isOwn).map(({ id }) => id)}::bigint[])
          and save.saved_at > coalesce(call_person_change.changed_at, '-infinity') end as is_own
    from interview_save save
    join survey_version asked on asked.survey_id = save.survey_id and asked.number = save.number
    left join call_history h on h.call_id = save.call_id and h.id = save.entry_id
    left join call_person_change on call_person_change.call_id = save.call_id
    where save.call_id = any(${calls.map(({ id }) => id)}::bigint[])
    order by save.id`;
