import { FOUND_CALLS_MAX } from '@campanero/contract/limits';
import { ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { productDay } from '@campanero/contract/shared/dates';
import {
  countsAcross,
  type Db,
  fullName,
  isClosed,
  type RawBuilder,
  type RowOf,
  selectFirst,
  selectRow,
  selectRows,
  sql,
  type Trx,
  primaryRole,
} from '../../db/index.ts';
import { attemptsEverywhere } from '../attempts.ts';
import { LISTS_OBEYED, listsOf, type ListedBy } from '../listed.ts';
import { IS_MOBILE, isVisiblePerson, personName, visibleTo, type Viewer, isVisibleToUser } from '../reach.ts';
import { NATIONAL_DIGITS, numberBeginsWith, numberEndsWith } from './filter.ts';
import { AppError } from '../../work/app-error.ts';

/** Why a number must not be called. If several apply, the first of these is stored. */
export type BlockReason = 'ERASED' | 'DO_NOT_CALL' | 'IN_REVIEW' | 'INVALID' | 'DEAD' | 'WRONG';
/** For statements that join person and blocked_number. */
export const BLOCK_REASON = sql<BlockReason | null>`case when person.erased_at is not null then 'ERASED' else blocked_number.reason end`;

/** `blockLists` of a call: those that contain its number, if the campaign obeys them. */
export type NumberBlocks = { blockReason: BlockReason | null; blockLists: ListedBy[] };
export type CallColumns<Name extends keyof RowOf<'call'>> = Pick<RowOf<'call'>, Name>;
export type NamedState = { stateName: string; stateColor: string; substateName: string | null };
export type NamedCall = NamedState & CallColumns<'id' | 'number' | 'callCount' | 'callbackAt'>;

type ViewedColumns = 'campaignId' | 'personId' | 'stateId' | 'triedParts' | 'observations' | 'invalid' | 'operatorId';
export interface CallView extends NamedCall, NumberBlocks, CallColumns<ViewedColumns | 'version'> {
  campaignName: string;
  mobile: boolean;
  personKind: 'contact' | 'lead';
  channel: string | null;
  inReserve: boolean;
  /** The flags of its state. */
  callback: boolean;
  contactability: boolean;
  retryOtherHours: boolean;
  /** Registrations on this call, or on every call to the number if the calling rules count across campaigns. */
  attempts: { today: number; inAll: number; lastAt: Date | null };
  operatorName: string | null;
  heldById: number | null;
  heldByName: string | null;
  formUrl: string | null;
}

/** Undefined if the viewer may not see the call or its number differs; CALL_ERASED if an erasure replaced the number. */
export async function findCallView(
  db: Db | Trx,
  viewer: Viewer,
  { phone, callId }: { phone: string; callId: number },
  now: Date,
): Promise<CallView | undefined> {
  const found = await selectFirst<CallView & CallView['attempts']>(db)`
    select call.id, call.campaign_id, campaign.name as campaign_name, call.number, call.person_id,
      ${IS_MOBILE} as mobile, person.kind as person_kind, person.channel, call.state_id, state.name as state_name, state.color as state_color,
      substate.name as substate_name, call.call_count, call.callback_at, state.callback, state.contactability, call.tried_parts, call.in_reserve,
      campaign.retry_other_hours, call.observations, call.invalid, call.operator_id,
      ${fullName('operator')} as operator_name, holder.id as held_by_id,
      ${fullName('holder')} as held_by_name, campaign.form_url,
      ${BLOCK_REASON} as block_reason, ${LISTS_OBEYED} as block_lists, call.version,
      case when ${countsAcross} then everywhere.today when call.day = ${productDay(now)}::date then call.day_count else 0 end as today,
      case when ${countsAcross} then everywhere.in_all else call.call_count end as in_all,
      case when ${countsAcross} then everywhere.last_at else call.last_at end as last_at
    from call
    join campaign on campaign.id = call.campaign_id
    join person on person.id = call.person_id
    join state on state.id = call.state_id
    left join substate on substate.id = call.substate_id and not call.invalid
    left join app_user operator on operator.id = call.operator_id
    left join app_user holder on holder.id = call.hold_by and call.hold_until > ${now} and holder.id <> ${viewer.id}
    left join blocked_number on blocked_number.number = call.number
    cross join lateral (${attemptsEverywhere(now)} and ${countsAcross}) everywhere
    where call.id = ${callId} and (call.number = ${Number(phone)} or person.erased_at is not null)
      and ${visibleTo(viewer)}`;
  if (!found) return undefined;
  const { today, inAll, lastAt, ...call } = found;
  // Browsers drop typed text about a call only on this error.
  if (call.number !== Number(phone)) throw new AppError('CALL_ERASED');
  return { ...call, attempts: { today, inAll, lastAt } };
}

/** `lists`: active ones that contain the number, whether or not a campaign obeys them. */
type Blocks = { reason: BlockReason | null; at: Date | null; lists: ListedBy[] };

export const findBlocks = (db: Db | Trx, number: number) =>
  selectRow<Blocks>(db)`
    select blocked_number.reason, blocked_number.at, ${listsOf(sql`asked.number`)} as lists
    from (select ${number}::bigint as number) asked left join blocked_number using (number)`;

export interface FoundCall {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  /** Empty if the person has no name or the viewer may not see them. */
  name: string;
  stateName: string;
  stateColor: string;
  userName: string | null;
  lastCallAt: Date | null;
}

/** Prefix matches before suffix matches. Only the last ten digits count: the others are a country or long-distance prefix. */
export async function searchCalls(db: Db, viewer: Viewer, digits: string): Promise<FoundCall[]> {
  const wanted = digits.slice(-NATIONAL_DIGITS);
  const byBeginning = await selectWhere(db, viewer, numberBeginsWith(wanted));
  if (wanted.length === NATIONAL_DIGITS || byBeginning.length === FOUND_CALLS_MAX) return byBeginning;
  const byEnding = await selectWhere(db, viewer, numberEndsWith(wanted));
  const known = new Set(byBeginning.map(({ callId }) => callId));
  return [...byBeginning, ...byEnding.filter(({ callId }) => !known.has(callId))].slice(0, FOUND_CALLS_MAX);
}

export const selectFoundCalls = async (db: Db, viewer: Viewer, ids: readonly number[]): Promise<FoundCall[]> =>
  ids.length === 0 ? [] : selectWhere(db, viewer, sql<boolean>`call.id = any(${[...ids]}::bigint[])`, ids.length);

/** Open campaigns first, then the newest; sorted before the limit. */
const selectWhere = (db: Db, viewer: Viewer, condition: RawBuilder<boolean>, limit = FOUND_CALLS_MAX) =>
  selectRows<FoundCall>(db)`
    with found as (
      select call.id, call.campaign_id, campaign.name as campaign_name, campaign.status, call.number, call.person_id,
        call.state_id, call.operator_id, call.last_at
      from call join campaign on campaign.id = call.campaign_id
      where ${condition} and ${visibleTo(viewer)}
      order by ${isClosed()}, call.campaign_id desc, call.id
      limit ${limit}
    )
    select found.id as call_id, found.campaign_id, found.campaign_name, found.number, coalesce(${personName}, '') as name,
      state.name as state_name, state.color as state_color, found.last_at as last_call_at,
      nullif(${fullName()}, '') as user_name
    from found
    join state on state.id = found.state_id
    left join app_user on app_user.id = found.operator_id
    left join person on person.id = found.person_id and ${isVisiblePerson(viewer)}
    order by ${isClosed('found')}, found.campaign_id desc, found.id`;

type Entry = RowOf<'callHistory'>;
/** `again`: not the call's first registration; a correction copies it from the corrected entry. */
export interface HistoryRecord extends Omit<Entry, 'callId' | 'campaignId'>, NamedState {
  personName: string | null;
  question: { text: string; answer: string | null; closedAt: string | null; closedBy: string | null } | null;
  /** The answers that came with it. */
  interview: { answered: number; complete: boolean } | null;
  isCorrected: boolean;
  userName: string;
  version: number;
}

/** Newest first. The caller has checked that the viewer may see the call. */
export const selectHistory = (db: Db | Trx, viewer: Viewer, callId: number) =>
  selectRows<HistoryRecord>(db)`
    select h.id, h.state_id, state.name as state_name, state.color as state_color, h.substate_id,
      substate.name as substate_name, h.affinity, h.observations, h.callback_at, person.id as person_id,
      ${personName} as person_name, h.corrects_id, h.reason, h.again, h.dialled_at, h.created_at, h.user_id,
      ${fullName()} as user_name, (select version from call where id = ${callId}) as version,
      exists (select from call_history c where c.call_id = h.call_id and c.corrects_id = h.id) as is_corrected,
      case when asked.id is not null then jsonb_build_object('text', asked.question, 'answer', asked.answer,
        'closedAt', to_char(asked.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closedBy', ${fullName('closer')}) end as question,
      case when saved.id is not null then jsonb_build_object('answered', cardinality(array_remove(saved.answers, null)),
        'complete', saved.complete) end as interview
    from call_history h
    join state on state.id = h.state_id
    join app_user on app_user.id = h.user_id
    left join substate on substate.id = h.substate_id
    left join person on person.id = h.person_id and ${isVisiblePerson(viewer)}
    left join call_question asked on asked.entry_id = h.id
    left join interview_save saved on saved.call_id = h.call_id and saved.entry_id = h.id
    left join app_user closer on closer.id = asked.closed_by
    where h.call_id = ${callId}
    order by h.created_at desc, h.id desc`;

export type Outcome = Pick<Entry, 'stateId' | 'substateId' | 'affinity' | 'observations' | 'callbackAt' | 'personId'>;

/** An entry to correct, and the registration its chain starts with: the figures stay with the original's day and user. */
export interface CorrectedEntry extends Pick<
  HistoryRecord,
  'id' | 'stateId' | 'stateName' | 'affinity' | 'isCorrected' | 'dialledAt'
> {
  originalUserId: number;
  originalAt: Date;
  /** The original was not the call's first registration. */
  again: boolean;
  /** No registration came after the original. */
  isLatest: boolean;
}

/** The roles that can see calls. */
const READERS = [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO];

/** Users with a session who may see some of these calls (administrators always): only their browsers may hold typed text about them. */
export const listCallReaders = (trx: Trx, callIds: readonly number[], now: Date) =>
  selectRows<{ userIds: number[]; callIds: number[] }>(trx)`
    select array_agg(reader.id) as user_ids, reader.call_ids from (
      select app_user.id, ${primaryRole()} = ${sql.lit(ADMINISTRADOR)} as is_administrator, array(
        select call.id from call join campaign on campaign.id = call.campaign_id
        where call.id = any(${[...callIds]}::bigint[]) and ${isVisibleToUser(READERS)} order by call.id)::float8[] as call_ids
      from app_user
      where exists (select from session where user_id = app_user.id and ended_at is null and expires_at > ${now})) reader
    where reader.call_ids <> '{}' or reader.is_administrator
    group by reader.call_ids`;
