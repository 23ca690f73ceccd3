import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { type Db, selectFirst, selectRows, sql } from '../../db/index.ts';
import { personName } from '../reach.ts';

// What events for other systems need of calls and people (work/outgoing-events.ts).

interface EventPerson {
  name: string | null;
  document: string | null;
  phones: number[];
}

/** As stored now: the number of the call, or all numbers of the person. Undefined if the person was erased. */
export const findEventPerson = (db: Db, { callId, personId }: { callId?: number; personId: number }) =>
  selectFirst<EventPerson>(db)`
    select nullif(${personName}, '') as name, person.document, ${
      callId === undefined
        ? sql`array(select number::float8 from person_phone where person_id = person.id and not wrong order by 1 limit 20)`
        : sql`array(select number::float8 from call where id = ${callId} and number < ${sql.lit(ERASED_NUMBERS_FROM)})`
    } as phones
    from person where person.id = ${personId} and person.erased_at is null`;

export const wasErased = (personId: number | null | undefined) =>
  sql<boolean>`exists (select from person where id = ${personId ?? null}::bigint and erased_at is not null)`;

/** A change of a subscription needs a moment to reach transactions that had begun. */
const SETTLED = sql`interval '5 minutes'`;

/** Outcomes and corrections since then for which a subscription should have an event and has none, by subscription and kind. */
export const countEntriesWithoutEvent = (db: Db, since: Date) =>
  selectRows<{ name: string; kind: string; n: number }>(db)`
    select subscription.name, entry.kind, count(*) as n
    from event_subscription subscription
    join lateral (
      select h.id, h.call_id, case when h.corrects_id is null then 'call.registered' else 'call.corrected' end as kind
      from call_history h
      where h.created_at > greatest(subscription.wanted_since + ${SETTLED}, ${since}::timestamptz)
        and (subscription.campaign_ids is null or h.campaign_id = any(subscription.campaign_ids))
    ) entry on entry.kind = any(subscription.kinds)
    where subscription.removed_at is null and not exists (
      select from event_delivery delivery join outgoing_event event on event.id = delivery.event_id
      where delivery.stream = 'call:' || entry.call_id and delivery.subscription_id = subscription.id
        and event.kind = entry.kind and (event.data ->> 'entryId')::bigint = entry.id)
    group by subscription.id, entry.kind order by subscription.id, entry.kind`;
