import {
  DELIVERIES_SHOWN,
  type DeliveryState,
  EVENT_HOURS,
  type EventKind,
  type SubscriptionBody,
  TEST_EVENT,
} from '@campanero/contract/outgoing-events/schemas';
import { wasErased } from '../../call-store/read/index.ts';
import { callStream, personStream } from '../../work/outgoing-events.ts';
import {
  asBigint,
  countWritten,
  type Db,
  fullName,
  hasWritten,
  type RawBuilder,
  type RowOf,
  run,
  selectColumn,
  selectFirst,
  selectRow,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';

export type PauseReason = 'MANUAL' | 'FAILURES' | 'GONE';
export type SubscriptionRow = RowOf<'eventSubscription'>;

// ---- Subscriptions

export interface SubscriptionRecord extends Omit<
  SubscriptionRow,
  'secret' | 'previousSecret' | 'kinds' | 'pauseReason'
> {
  kinds: EventKind[];
  pauseReason: PauseReason | null;
  campaigns: { id: number; name: string }[] | null;
  waiting: number;
  parked: number;
  createdByName: string;
}

const isKept = sql<boolean>`event_subscription.removed_at is null`;
const hasId = (id: number) => sql<boolean>`(event_subscription.id = ${asBigint(id)} and ${isKept})`;

const countOf = (status: DeliveryState) => sql<number>`(
  select count(*) from (select from event_delivery where subscription_id = event_subscription.id
    and status = ${sql.lit(status)} limit ${sql.lit(DELIVERIES_SHOWN)}) counted)`;

const selectWhere = (db: Db | Trx, which = isKept) =>
  selectRows<SubscriptionRecord>(db)`
    select event_subscription.*, ${countOf('WAITING')} as waiting, ${countOf('PARKED')} as parked,
      ${fullName()} as created_by_name,
      case when campaign_ids is not null then (
        select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by fold(name), id) from campaign
        where id = any(campaign_ids)) end as campaigns
    from event_subscription join app_user on app_user.id = event_subscription.created_by
    where ${which} order by fold(event_subscription.name), event_subscription.id`;

export const selectSubscriptions = (db: Db) => selectWhere(db);
export const findSubscription = async (db: Db | Trx, id: number) => (await selectWhere(db, hasId(id)))[0];
export const lockSubscription = (trx: Trx, id: number) =>
  selectFirst<SubscriptionRow>(trx)`select * from event_subscription where ${hasId(id)} for no key update`;
export const countSubscriptions = (trx: Trx) =>
  selectValue<number>(trx)`select count(*) from event_subscription where ${isKept}`;
/** Serialises creating, so that the limit holds. */
export const lockCreating = (trx: Trx) => run(trx)`lock table event_subscription in share row exclusive mode`;

export const insertSubscription = (
  trx: Trx,
  { name, url, kinds, campaignIds, withPerson }: SubscriptionBody,
  { userId, now }: { userId: number; now: Date },
) =>
  selectValue<number>(trx)`
    insert into event_subscription (name, url, kinds, campaign_ids, with_person, secret, wanted_since, created_by, created_at)
    values (${name}, ${url}, ${kinds}::text[], ${campaignIds}::int[], ${withPerson}, '', ${now}, ${userId}, ${now})
    returning id`;

export const updateSubscription = (trx: Trx, id: number, change: Partial<Omit<SubscriptionRow, 'id'>>) =>
  trx.updateTable('eventSubscription').set(change).where('id', '=', id).execute();

/** In `ids`, that exist. */
export const listCampaignNames = (db: Db | Trx, ids: readonly number[]) =>
  selectColumn<string>(db)`select name from campaign where id = any(${[...ids]}::bigint[]) order by fold(name), id`;

export const selectSecrets = (db: Db) =>
  selectRows<Pick<SubscriptionRow, 'id' | 'secret' | 'previousSecret'>>(db)`
    select id, secret, previous_secret from event_subscription`;

/** Unless it was changed meanwhile. */
export const replaceSecrets = (
  db: Db,
  old: Buffer,
  { id, secret, previousSecret }: Awaited<ReturnType<typeof selectSecrets>>[number],
) =>
  run(
    db,
  )`update event_subscription set secret = ${secret}, previous_secret = ${previousSecret} where id = ${id} and secret = ${old}`;

// ---- Deliveries, for the page

export interface DeliveryRecord extends Pick<
  RowOf<'eventDelivery'>,
  'eventId' | 'attempts' | 'createdAt' | 'settledAt' | 'nextAttemptAt'
> {
  status: DeliveryState;
  key: string;
  kind: string;
  data: Record<string, unknown>;
  last: AttemptRecord | null;
}
export type AttemptRecord = Omit<RowOf<'eventAttempt'>, 'subscriptionId' | 'eventId'>;

interface DeliveryFilter {
  subscriptionId: number;
  status?: DeliveryState | undefined;
  kind?: string | undefined;
}

/** Of the newest ones only, so that a filter that matches few does not read all of a month; of those that wait the first to be sent. */
const newest = ({ subscriptionId, status, kind }: DeliveryFilter) => sql`(
  select * from (
    select * from event_delivery where subscription_id = ${subscriptionId} and ${status ? sql`status = ${sql.lit(status)}` : sql`true`}
    order by ${status === 'WAITING' ? sql`next_attempt_at, event_id` : sql`event_id desc`} limit ${DELIVERIES_SHOWN}) delivery
  where ${kind ? sql`exists (select from outgoing_event where id = delivery.event_id and outgoing_event.kind = ${kind})` : sql`true`})`;

export async function selectDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { limit, offset, direction }: { limit: number; offset: number; direction: 'asc' | 'desc' },
): Promise<DeliveryRecord[]> {
  const rows = await selectRows<DeliveryRecord>(db)`
    select delivery.event_id, delivery.status, delivery.attempts, delivery.created_at, delivery.settled_at,
      case when delivery.status = 'WAITING' then delivery.next_attempt_at end as next_attempt_at, event.key, event.kind, event.data,
      (select to_jsonb(tried) from event_attempt tried where tried.subscription_id = delivery.subscription_id
        and tried.event_id = delivery.event_id order by attempt desc limit 1) as last
    from (select * from ${newest(filter)} delivery
      order by event_id ${sql.raw(direction)} limit ${limit} offset ${offset}) delivery
    join outgoing_event event on event.id = delivery.event_id
    order by delivery.event_id ${sql.raw(direction)}`;
  return rows;
}

export const countDeliveries = (db: Db, filter: DeliveryFilter) =>
  selectValue<number>(db)`
    select count(*) from ${newest(filter)} delivery`;

export const hasDelivery = (db: Db, { subscriptionId, eventId }: DeliveryKey) =>
  selectFirst<{ eventId: number }>(db)`
    select event_id from event_delivery where subscription_id = ${subscriptionId} and event_id = ${eventId}::bigint`;

export const selectAttempts = (db: Db, { subscriptionId, eventId }: DeliveryKey) =>
  selectRows<AttemptRecord>(db)`
    select attempt, at, ms, status, answer, failure from event_attempt
    where subscription_id = ${subscriptionId} and event_id = ${eventId}::bigint order by attempt`;

export type DeliveryKey = { subscriptionId: number; eventId: number };

const sentAgain = (
  now: Date,
) => sql`status = 'WAITING', settled_at = null, resent_after = attempts, next_attempt_at = ${now}::timestamptz,
  expires_at = ${now}::timestamptz + make_interval(hours => ${sql.lit(EVENT_HOURS)})`;

/** Also one that was delivered. */
export const resendOne = (trx: Trx, { subscriptionId, eventId }: DeliveryKey, now: Date) =>
  hasWritten(trx)`update event_delivery set ${sentAgain(now)}
    where subscription_id = ${subscriptionId} and event_id = ${eventId}::bigint`;

/** The oldest first, as many as a request can change. */
export const resendParked = (trx: Trx, subscriptionId: number, now: Date) =>
  countWritten(trx)`update event_delivery set ${sentAgain(now)}
    where subscription_id = ${subscriptionId} and status = 'PARKED' and event_id in (
      select event_id from event_delivery where subscription_id = ${subscriptionId} and status = 'PARKED'
      order by event_id limit ${DELIVERIES_SHOWN})`;

export const insertTest = (trx: Trx, subscriptionId: number, now: Date) =>
  selectValue<number>(trx)`
    with event as (
      insert into outgoing_event (kind, stream, data, subscription_ids, created_at)
      values (${TEST_EVENT}, ${TEST_EVENT}, '{}', array[${subscriptionId}::int], ${now}) returning id
    )
    insert into event_delivery (subscription_id, event_id, stream, next_attempt_at, expires_at, created_at)
    select ${subscriptionId}, id, ${TEST_EVENT}, ${now}, ${now}::timestamptz + interval '1 hour', ${now} from event
    returning event_id`;

// ---- Sending

export interface ClaimedDelivery extends Pick<
  RowOf<'eventDelivery'>,
  'eventId' | 'attempts' | 'resentAfter' | 'expiresAt' | 'stream'
> {
  key: string;
  kind: string;
  data: { callId?: number; personId?: number | null };
  createdAt: Date;
}

/** Subscriptions with something to send now. */
export const listDueSubscriptions = (db: Db, now: Date) =>
  selectColumn<number>(db)`
    select id from event_subscription where ${isKept} and (
      paused_at is null and exists (select from event_delivery
        where subscription_id = event_subscription.id and status = 'WAITING' and next_attempt_at <= ${now})
      or exists (select from event_delivery where subscription_id = event_subscription.id and stream = ${sql.lit(TEST_EVENT)}
        and status = 'WAITING' and next_attempt_at <= ${now})
      or ${isProbed(now)})
    order by id`;

const isProbed = (now: Date) => sql`(pause_reason = 'FAILURES' and probe_at <= ${now})`;

const LEASE_SECONDS = 30;

/** Nothing earlier of its stream waits, and no worker is sending it. */
const isNext = (
  now: Date,
) => sql`(delivery.status = 'WAITING' and (delivery.leased_until is null or delivery.leased_until <= ${now})
  and not exists (select from event_delivery earlier where earlier.subscription_id = delivery.subscription_id
    and earlier.stream = delivery.stream and earlier.status = 'WAITING' and earlier.event_id < delivery.event_id))`;

interface Claim {
  /** What the subscription must be; asked once, not for each delivery. */
  receiver: RawBuilder<unknown>;
  which: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const claim = (db: Db | Trx, subscriptionId: number, now: Date, { receiver, which, order }: Claim) =>
  selectFirst<ClaimedDelivery>(db)`
    update event_delivery claimed
    set attempts = attempts + 1, leased_until = ${now}::timestamptz + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
    from outgoing_event event
    where event.id = claimed.event_id and claimed.subscription_id = ${subscriptionId} and claimed.event_id = (
      select delivery.event_id from event_delivery delivery
      where delivery.subscription_id = ${subscriptionId} and ${isNext(now)} and ${which}
        and exists (select from event_subscription where ${hasId(subscriptionId)} and ${receiver})
      order by ${order} limit 1 for update of delivery skip locked)
    returning claimed.event_id, claimed.attempts, claimed.resent_after, claimed.expires_at, claimed.stream, event.key, event.kind,
      event.data, event.created_at`;

const byTime = sql`delivery.next_attempt_at, delivery.event_id`;

export const claimDue = (db: Db, subscriptionId: number, now: Date) =>
  claim(db, subscriptionId, now, {
    receiver: sql`paused_at is null`,
    which: sql`delivery.next_attempt_at <= ${now}`,
    order: byTime,
  });

/** Tests are sent while a subscription is paused, too. */
export const claimTest = (db: Db, subscriptionId: number, now: Date) =>
  claim(db, subscriptionId, now, {
    receiver: sql`true`,
    which: sql`delivery.stream = ${sql.lit(TEST_EVENT)} and delivery.next_attempt_at <= ${now}`,
    order: sql`delivery.event_id`,
  });

/** One for a receiver that failed, whatever its own next attempt is. Only one worker gets it. */
export const claimProbe = (trx: Trx, subscriptionId: number, now: Date) =>
  claim(trx, subscriptionId, now, { receiver: sql`true`, which: sql`true`, order: byTime });

export const postponeProbe = (trx: Trx, subscriptionId: number, now: Date, next: Date) =>
  hasWritten(trx)`update event_subscription set probe_at = ${next} where id = ${subscriptionId} and ${isProbed(now)}`;

export const findReceiver = (db: Db, id: number) =>
  selectFirst<SubscriptionRow>(db)`select * from event_subscription where ${hasId(id)}`;

export interface AttemptResult {
  subscriptionId: number;
  delivery: Pick<ClaimedDelivery, 'eventId' | 'attempts' | 'stream' | 'data'>;
  at: Date;
  ms: number;
  status: number | null;
  answer: string | null;
  failure: string | null;
  next: { status: 'DELIVERED' | 'PARKED' } | { status: 'WAITING'; at: Date };
}

// Returns failures in a row. The delivery changes only while the claim is this attempt's; the attempt itself is always kept. What waits
// behind it waits as long, so that nobody who looks for work goes through what cannot be sent yet.
export async function saveAttempt(db: Db, result: AttemptResult, now: Date): Promise<number> {
  const { subscriptionId, delivery, at, ms, status, answer, failure, next } = result;
  const isDelivered = next.status === 'DELIVERED';
  const isBehind = sql`(subscription_id = ${subscriptionId} and stream = ${delivery.stream} and status = 'WAITING'
      and event_id > ${delivery.eventId}::bigint)`;
  // The subscription's row is written for a success only if that says something new: all deliveries share it.
  const { failures } = await selectRow<{ failures: number }>(db)`
    with tried as (
      insert into event_attempt (subscription_id, event_id, attempt, at, ms, status, answer, failure)
      select ${subscriptionId}::int, ${delivery.eventId}::bigint, ${delivery.attempts}::int, ${at}::timestamptz, ${ms}::int, ${status}::int,
        case when ${wasErased(delivery.data.personId)} then '' else ${answer}::text end, ${failure}::text
      on conflict do nothing
    ), changed as (
      update event_delivery set status = ${next.status}, leased_until = null,
        settled_at = ${next.status === 'WAITING' ? null : now}::timestamptz,
        next_attempt_at = coalesce(${'at' in next ? next.at : null}::timestamptz, next_attempt_at)
      where subscription_id = ${subscriptionId} and event_id = ${delivery.eventId} and status = 'WAITING'
        and attempts = ${delivery.attempts}
      returning event_id
    ), behind as (
      update event_delivery set next_attempt_at = ${'at' in next ? next.at : now}::timestamptz
      where ${isBehind} and exists (select from changed) and ${
        'at' in next
          ? sql`next_attempt_at < ${next.at}`
          : sql`next_attempt_at > ${now} and event_id = (select min(event_id) from event_delivery where ${isBehind})`
      }
    ), written as (
      update event_subscription set failures = ${isDelivered ? sql`0` : sql`failures + 1`},
        succeeded_at = ${isDelivered ? sql`${now}` : sql`succeeded_at`}, failed_at = ${isDelivered ? sql`failed_at` : sql`${now}`}
      where id = ${subscriptionId} and (not ${isDelivered}::boolean or failures > 0 or succeeded_at is null
        or succeeded_at < ${now}::timestamptz - interval '10 seconds')
      returning failures
    )
    select coalesce((select failures from written), 0) as failures`;
  return failures;
}

const HASTENED = 10_000;

// After a receiver has recovered, what failed meanwhile need not wait for its own next attempt: as much of it as one statement can change.
// By the time at which it happened, so that of each stream the first is found first.
export const hasten = (trx: Trx, subscriptionId: number, now: Date) =>
  run(trx)`update event_delivery set next_attempt_at = least(created_at, ${now}) where ctid in (
    select ctid from event_delivery where subscription_id = ${subscriptionId} and status = 'WAITING' and next_attempt_at > ${now}
    order by next_attempt_at, event_id limit ${HASTENED} for update skip locked)`;

/** Receivers may have answered with what they were sent. Events hold ids only; from now on they go out without the persons. */
export const clearAnswersAbout = (
  db: Db | Trx,
  { callIds, personIds }: { callIds: readonly number[]; personIds: readonly number[] },
) =>
  run(db)`
    with about as (
      select unnest(${[...callIds.map(callStream), ...personIds.map(personStream)]}::text[]) as stream
      union all
      select 'request:' || id from data_request where person_id = any(${[...personIds]}::bigint[])
    )
    update event_attempt set answer = ''
    from event_delivery delivery join about on about.stream = delivery.stream
    where event_attempt.subscription_id = delivery.subscription_id and event_attempt.event_id = delivery.event_id
      and event_attempt.answer <> ''`;

// ---- Upkeep

const BATCH = 5_000;

const park = (db: Db, now: Date, which: RawBuilder<unknown>) =>
  countWritten(db)`
    update event_delivery set status = 'PARKED', settled_at = ${now}, leased_until = null
    where ctid in (
      select ctid from event_delivery
      where status = 'WAITING' and (leased_until is null or leased_until <= ${now}) and ${which}
      limit ${BATCH} for update skip locked)`;

/** Those that no worker could send in time, of paused subscriptions, too. Returns how many; call until it is 0. */
export const parkOverdue = (db: Db, now: Date) => park(db, now, sql`expires_at <= ${now}`);

export const parkRemoved = (db: Db, now: Date) =>
  park(db, now, sql`subscription_id = any(array(select id from event_subscription where removed_at is not null))`);

/** Removes events from before that are settled everywhere, and counts them in their subscriptions. Looks at the oldest only. Returns how many; call until it is 0. */
export const purgeEvents = (db: Db, before: Date) =>
  selectValue<number>(db)`
    with oldest as (
      select id, subscription_ids, created_at from outgoing_event
      where (select created_at from outgoing_event order by id limit 1) < ${before}
      order by id limit ${BATCH} for update skip locked
    ), old as (
      select id, subscription_ids from oldest where created_at < ${before} and not exists (
        select from event_delivery where event_id = oldest.id and subscription_id = any(subscription_ids) and status = 'WAITING')
    ), gone as (
      delete from event_delivery using (select id, unnest(subscription_ids) as subscription_id from old) settled
      where event_delivery.event_id = settled.id and event_delivery.subscription_id = settled.subscription_id
      returning event_delivery.subscription_id, event_id, status
    ), tried as (
      delete from event_attempt using gone
      where event_attempt.subscription_id = gone.subscription_id and event_attempt.event_id = gone.event_id
    ), removed as (
      delete from outgoing_event using old where outgoing_event.id = old.id
    ), counted as (
      update event_subscription set removed_delivered = removed_delivered + sums.delivered, removed_parked = removed_parked + sums.parked
      from (select subscription_id, count(*) filter (where status = 'DELIVERED') as delivered,
          count(*) filter (where status = 'PARKED') as parked from gone group by subscription_id) sums
      where event_subscription.id = sums.subscription_id
    )
    select count(*)::int from old`;
