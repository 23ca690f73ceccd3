import type { Db, Trx } from '../../db/client.ts';
import { fullName, type RawBuilder, selectFirst, selectRows, sql } from '../../db/index.ts';
import { visibleTo, type Viewer } from '../reach.ts';
import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import type { Span } from '@campanero/contract/shared/span';
import { uncorrectedRegistrations } from './span.ts';

export interface PhonedCall {
  id: number;
  campaignId: number;
  external: boolean;
}

interface Phoned {
  /** The service account that tells of it. */
  teller: Viewer;
  /** Who was on the phone. */
  operator: Viewer;
  at: Date;
  now: Date;
}

const selectPhoned = (
  trx: Trx,
  { teller, operator }: Phoned,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
) =>
  selectFirst<PhonedCall>(trx)`
    select call.id, call.campaign_id, campaign.external from call join campaign on campaign.id = call.campaign_id
    where ${condition} and call.number < ${sql.lit(ERASED_NUMBERS_FROM)} and ${visibleTo(teller)} and ${visibleTo(operator)}
    order by ${order} limit 1`;

export const findPhonedCall = (trx: Trx, phoned: Phoned, callId: number) =>
  selectPhoned(trx, phoned, sql`call.id = ${callId}`, sql`call.id`);

/**
 * The operator's call to a number: one that the phone was about at about that time, so that late events join it; else the open one;
 * else the one assigned or registered last. None: the operator's own affairs.
 */
export function findPhonedNumber(trx: Trx, phoned: Phoned, number: number): Promise<PhonedCall | undefined> {
  const { operator, at, now } = phoned;
  const isNear = sql<boolean>`exists (
    select from phone_event e where e.call_id = call.id and e.user_id = ${operator.id}
      and e.at between ${at}::timestamptz - interval '4 hours' and ${at}::timestamptz + interval '4 hours')`;
  const isHeld = sql<boolean>`coalesce(call.hold_by = ${operator.id} and call.hold_until > ${now}, false)`;
  const isOwn = sql<boolean>`coalesce(call.operator_id = ${operator.id}, false)`;
  const wasRegistered = sql<boolean>`exists (
    select from call_history h where h.call_id = call.id and h.user_id = ${operator.id}
      and h.created_at > ${now}::timestamptz - interval '7 days')`;
  return selectPhoned(
    trx,
    phoned,
    sql`call.number = ${number} and (${isOwn} or ${isHeld} or ${wasRegistered} or ${isNear})`,
    sql`${isNear} desc, ${isHeld} desc, ${isOwn} desc, call.last_at desc nulls last, call.id desc`,
  );
}

export interface PhoneCallRecord {
  startedAt: Date;
  endedAt: Date | null;
  isAnswered: boolean;
  cause: string | null;
  ringSeconds: number | null;
  talkSeconds: number | null;
  userId: number;
  userName: string;
  entryId: number | null;
}

/** A registration takes the telephone calls since the one before; a queue may hold it for days. */
const FOLLOWING_ENTRY = sql`
  select f.id, f.state_id from call_history f
  where f.call_id = phone_call.call_id and f.user_id = phone_call.user_id and f.corrects_id is null
    and f.created_at >= phone_call.started_at and f.created_at < phone_call.started_at + interval '7 days'
  order by f.created_at, f.id limit 1`;

/** Of the telephone calls that the registration `h` took. Without events of the campaign the view is not read at all. */
export const phoneSeconds = (campaignId: number) => sql`
  select sum(phone_call.ring_seconds) as ring_seconds, sum(phone_call.talk_seconds) as talk_seconds from phone_call
  where (select exists (select from phone_event where phone_event.campaign_id = ${campaignId})) and h.corrects_id is null
    and phone_call.call_id = h.call_id and phone_call.user_id = h.user_id
    and (select id from (${FOLLOWING_ENTRY}) following) = h.id`;

const SHOWN = 100;

/** Newest first. The caller has checked that the viewer may see the call. */
export const selectPhoneCalls = (db: Db, callId: number) =>
  selectRows<PhoneCallRecord>(db)`
    select phone_call.started_at, phone_call.ended_at, phone_call.is_answered, phone_call.cause, phone_call.ring_seconds,
      phone_call.talk_seconds, phone_call.user_id, ${fullName()} as user_name,
      entry.id as entry_id
    from phone_call join app_user on app_user.id = phone_call.user_id
    left join lateral (${FOLLOWING_ENTRY}) entry on true
    where phone_call.call_id = ${callId}
    order by phone_call.started_at desc limit ${SHOWN}`;

export interface PhoneTimesRow {
  operatorId: number;
  operatorName: string;
  /** Null: no registration followed. */
  stateId: number | null;
  stateName: string | null;
  stateColor: string | null;
  calls: number;
  answered: number;
  ringSeconds: number;
  talkSeconds: number;
}

const KEPT_MS = 7 * 86_400_000;
const [FIRST, LAST] = [new Date(0), new Date('9999-01-01T00:00:00Z')];

/** A condition that reaches the events below the view: a span of a large campaign reads its own. No telephone call takes a day. */
const calledWithin = (campaignId: number, from: Date, to: Date) =>
  from === FIRST && to === LAST
    ? sql`phone_call.campaign_id = ${campaignId}`
    : sql`phone_call.call_id = any(array(
        select distinct call_id from phone_event
        where campaign_id = ${campaignId} and at >= ${from}::timestamptz - interval '1 day' and at < ${to}::timestamptz + interval '1 day'))`;

/** As FOLLOWING_ENTRY, for millions at once: both in one order, each telephone call looks at what comes after it. */
const phonedOutcomes = (campaignId: number, from: Date, to: Date) => sql`
  select user_id, is_answered, ring_seconds, talk_seconds,
    case when min(entry_at) over later < at + interval '7 days'
      then (array_agg(state_id) filter (where entry_at is not null) over later)[1] end as state_id, entry_at
  from (
    select call_id, user_id, started_at as at, is_answered, ring_seconds, talk_seconds, null::timestamptz as entry_at, null as entry_id,
      null as state_id
    from phone_call where ${calledWithin(campaignId, from, to)} and started_at >= ${from} and started_at < ${to}
    union all
    select call_id, user_id, created_at, null, null, null, created_at, registration_id, state_id
    from (${uncorrectedRegistrations(sql`array[${campaignId}::int]`, { from, to: new Date(to.getTime() + KEPT_MS) })}) registered
  ) told
  window later as (
    partition by call_id, user_id order by at, entry_at nulls first, entry_id rows between current row and unbounded following)`;

/** By telephone calls that began within the span. Operators by name, then states by time. */
export const selectPhoneTimes = (db: Db, campaignId: number, { from = FIRST, to = LAST }: Span) =>
  selectRows<PhoneTimesRow>(db)`
    select app_user.id as operator_id, ${fullName()} as operator_name, state.id as state_id, state.name as state_name,
      state.color as state_color, times.calls, times.answered, times.ring_seconds, times.talk_seconds
    from (
      select user_id, state_id, count(*)::int as calls, count(*) filter (where is_answered)::int as answered,
        coalesce(sum(ring_seconds), 0)::int as ring_seconds, coalesce(sum(talk_seconds), 0)::int as talk_seconds
      from (${phonedOutcomes(campaignId, from, to)}) phoned where entry_at is null
      group by user_id, state_id
    ) times
    join app_user on app_user.id = times.user_id
    left join state on state.id = times.state_id
    order by ${fullName()} collate "es-x-icu", times.user_id, times.talk_seconds desc, times.state_id`;

type OnPhone = { userId: number; isTalking: boolean };

/** Users of whom the last word is that their phone rings or that they talk. A lost end is forgotten after a while. */
export const selectOnPhone = (db: Db, userIds: readonly number[], now: Date) =>
  selectRows<OnPhone>(db)`
    select asked.user_id, last.kind = 2 as is_talking
    from unnest(${[...userIds]}::int[]) as asked (user_id)
    cross join lateral (
      select kind, at from phone_event
      where phone_event.user_id = asked.user_id and at > ${now}::timestamptz - interval '4 hours'
      order by at desc, kind desc limit 1
    ) last
    where last.kind = 2 or last.kind = 1 and last.at > ${now}::timestamptz - interval '3 minutes'`;
