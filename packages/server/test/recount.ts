import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/**
 * Figures recomputed from call_history, call and person in plain SQL. Shares no code, counters or denormalised columns (call_count,
 * affinity, interested) with the product.
 *
 * `standing` has one row per registration with its outcome after corrections; `nth` is 1 for the first registration of its call.
 * `calls` has one row per call, with state and affinity from its history; `times` is its number of registrations.
 *
 * A person's flag does not reach the calls of a finished campaign: recount those before they finish.
 */
export const STANDING = sql.raw(`
  with recursive upwards as (
    select h.id as last, h.id, h.corrects_id from call_history h
    where not exists (select from call_history later where later.corrects_id = h.id)
    union all
    select upwards.last, h.id, h.corrects_id from upwards join call_history h on h.id = upwards.corrects_id
  ), standing as (
    select original.id, original.call_id, original.campaign_id, original.user_id as operator_id, original.created_at as at,
      to_char(original.created_at at time zone 'UTC' - interval '3 hours', 'YYYY-MM-DD') as day,
      outcome.state_id, outcome.affinity, person.interested,
      (select count(*) from call_history h where h.call_id = original.call_id and h.corrects_id is null
        and (h.created_at, h.id) <= (original.created_at, original.id)) as nth
    from upwards
    join call_history original on original.id = upwards.id and original.corrects_id is null
    join call_history outcome on outcome.id = upwards.last
    join call on call.id = original.call_id
    join person on person.id = call.person_id
  ), calls as (
    select call.id, call.campaign_id, call.operator_id, person.interested,
      case when call.invalid then 17 else coalesce(latest.state_id, 1) end as state_id, latest.affinity,
      (select count(*) from standing where standing.call_id = call.id) as times
    from call
    join person on person.id = call.person_id
    left join lateral (
      select state_id, affinity from standing where standing.call_id = call.id order by nth desc limit 1) latest on true
  )`);

interface Cards {
  totalCalls: number;
  totalCalled: number;
  pending: number;
  totalReCalled: number;
  contacted: number;
  effective: number;
  participate: number;
  takeoverByMail: number;
  takeoverByWhatsapp: number;
  affinity: { positive: number; neutral: number; negative: number };
}
interface Wanted {
  from?: Date;
  to?: Date;
  operatorId?: number;
}

const OUTCOMES = sql`
  'contacted', count(*) filter (where state.contactability), 'effective', count(*) filter (where state.effectiveness),
  'participate', count(*) filter (where interested),
  'takeoverByMail', count(*) filter (where state.id = 14), 'takeoverByWhatsapp', count(*) filter (where state.id = 15),
  'affinity', json_build_object('positive', count(*) filter (where affinity = 2),
    'neutral', count(*) filter (where affinity = 1), 'negative', count(*) filter (where affinity = 3))`;

export async function recountCards(world: TestApp, campaignId: number, { operatorId }: Wanted = {}): Promise<Cards> {
  const { rows } = await sql<{ cards: Cards }>`${STANDING}
    select json_build_object('totalCalls', count(*), 'totalCalled', count(*) filter (where times > 0),
      'pending', count(*) filter (where times = 0), 'totalReCalled', count(*) filter (where times > 1), ${OUTCOMES}) as cards
    from calls join state on state.id = calls.state_id
    where campaign_id = ${campaignId} and (${operatorId ?? null}::int is null or operator_id = ${operatorId ?? null})`.execute(
    world.db,
  );
  return rows[0]!.cards;
}

/** Total and pending are the current ones, whatever the span. */
export async function recountSpan(world: TestApp, campaignId: number, wanted: Wanted): Promise<Cards> {
  const { totalCalls, pending } = await recountCards(world, campaignId, wanted);
  const { rows } = await sql<{ cards: Cards }>`${STANDING}
    select json_build_object('totalCalled', count(*), 'totalReCalled', count(*) filter (where nth > 1), ${OUTCOMES}) as cards
    from standing join state on state.id = standing.state_id where ${isWanted(campaignId, wanted)}`.execute(world.db);
  return { ...rows[0]!.cards, totalCalls, pending };
}

interface Day {
  date: string;
  callsMade: number;
  contacted: number;
  effective: number;
  contactedOnly: number;
}

export async function recountDays(world: TestApp, campaignId: number, wanted: Wanted): Promise<Day[]> {
  const { rows } = await sql<Day>`${STANDING}
    select day as date, count(*)::int as calls_made, (count(*) filter (where state.contactability))::int as contacted,
      (count(*) filter (where state.effectiveness))::int as effective,
      (count(*) filter (where state.contactability and not state.effectiveness))::int as contacted_only
    from standing join state on state.id = standing.state_id where ${isWanted(campaignId, wanted)}
    group by 1 order by 1`.execute(world.db);
  return rows;
}

interface Month {
  month: number;
  year: number;
  total: number;
  contacted: number;
  effective: number;
  internal: number;
  external: number;
}

export async function recountMonths(world: TestApp): Promise<Month[]> {
  const { rows } = await sql<Month>`${STANDING}
    select substr(day, 6, 2)::int as month, left(day, 4)::int as year, count(*)::int as total,
      (count(*) filter (where state.contactability))::int as contacted,
      (count(*) filter (where state.effectiveness))::int as effective,
      (count(*) filter (where not campaign.external))::int as internal,
      (count(*) filter (where campaign.external))::int as external
    from standing join state on state.id = standing.state_id join campaign on campaign.id = standing.campaign_id
    group by 1, 2 order by 2, 1`.execute(world.db);
  return rows;
}

const isWanted = (campaignId: number, { from, to, operatorId }: Wanted) => sql`campaign_id = ${campaignId}
  and (${from ?? null}::timestamptz is null or at >= ${from ?? null}) and (${to ?? null}::timestamptz is null or at < ${to ?? null})
  and (${operatorId ?? null}::int is null or operator_id = ${operatorId ?? null})`;

export const ownOf = ({ totalCalls, totalCalled, totalReCalled, contacted, effective }: Cards) => ({
  totalCalls,
  totalCalled,
  totalReCalled,
  contacted,
  effective,
});
