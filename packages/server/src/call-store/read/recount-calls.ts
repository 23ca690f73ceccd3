import { DAY_PARTS } from '@campanero/contract/calls/retry';
import { type Db, productTime, selectRows, sql, type Trx } from '../../db/index.ts';
import { inCampaign, type CallRange } from '../range.ts';

/** What a call stores of its history: number of registrations, and the outcome of the last one after corrections. */
interface CallFacts {
  calls: number;
  /** On an invalid call, the state before. */
  stateId: number;
  substateId: number | null;
  /** 0: none given. */
  affinity: number;
}
export type CallDifference = { id: number; number: number; kept: CallFacts; counted: CallFacts };

/** The registrations of a campaign in one pass: each with its rank from the call's last one, and the call's number of them. */
const placedRegistrations = ({ id }: CallRange) => sql`
  select id, call_id, state_id, substate_id, affinity, again, count(*) over (partition by call_id)::int as n,
    row_number() over (partition by call_id order by created_at desc, id desc)::int as from_last
  from call_history where campaign_id = ${id} and corrects_id is null`;

/** Corrections are few: read once instead of a lookup per registration. */
const corrections = ({ id }: CallRange) => sql`
  select id, corrects_id, state_id, substate_id, affinity, again
  from call_history where campaign_id = ${id} and corrects_id is not null`;

/** Calls that differ from their history. A call without registrations is Pendiente (1). */
export const recountCalls = (db: Db | Trx, campaign: CallRange) =>
  selectRows<CallDifference>(db)`
    with recursive correction as materialized (${corrections(campaign)}), outcome as (
      select id, call_id, n, state_id, substate_id, affinity from (${placedRegistrations(campaign)}) placed where from_last = 1
      union all
      select correction.id, outcome.call_id, outcome.n, correction.state_id, correction.substate_id, correction.affinity
      from outcome join correction on correction.corrects_id = outcome.id
    ), standing as (
      select * from outcome where not exists (select from correction where correction.corrects_id = outcome.id)
    ), compared as (
      select call.id, call.number, call.call_count, coalesce(standing.n, 0) as n,
        case when call.invalid then coalesce(call.state_before_invalid, 1) else call.state_id end as state_id,
        coalesce(standing.state_id, 1) as standing_state, call.substate_id, standing.substate_id as standing_substate,
        coalesce(call.affinity, 0) as affinity, coalesce(standing.affinity, 0) as standing_affinity
      from call left join standing on standing.call_id = call.id where ${inCampaign(campaign)}
    )
    select id, number,
      jsonb_build_object('calls', call_count, 'stateId', state_id, 'substateId', substate_id, 'affinity', affinity) as kept,
      jsonb_build_object('calls', n, 'stateId', standing_state, 'substateId', standing_substate, 'affinity', standing_affinity)
        as counted
    from compared
    where (call_count, state_id, affinity) <> (n, standing_state, standing_affinity)
      or substate_id is distinct from standing_substate
    order by id`;

export interface AgainDifference {
  /** Of the history entry. */
  id: number;
  callId: number;
  counted: boolean;
}

/** Entries whose `again` differs from the order of registrations; a correction has that of its registration. */
export const recountAgain = (db: Db | Trx, campaign: CallRange) =>
  selectRows<AgainDifference>(db)`
    with recursive correction as materialized (${corrections(campaign)}), entry as (
      select id, call_id, again, from_last < n as counted from (${placedRegistrations(campaign)}) placed
      union all
      select correction.id, entry.call_id, correction.again, entry.counted
      from entry join correction on correction.corrects_id = entry.id
    )
    select id, call_id, counted from entry where again <> counted order by id`;

/** Bit of the part of the day of an entry. */
const bit = sql.join(
  DAY_PARTS.map(
    ({ fromHour }, place) => sql`when entry.hour >= ${sql.lit(fromHour)} then ${sql.lit(2 ** place)}`,
  ).toReversed(),
  sql` `,
);

/** Calls whose `tried_parts` differ from their history, with the right value. */
export const findWrongTries = (db: Db | Trx, campaign: CallRange) =>
  selectRows<{ id: number; counted: number }>(db)`
    select call.id, coalesce(counted.parts, 0) as counted
    from call left join (
      select entry.call_id, bit_or(case ${bit} end)::int as parts
      from (
        select call_id, extract(hour from ${productTime('created_at')}) as hour
        from call_history where campaign_id = ${campaign.id} and corrects_id is null) entry
      group by 1) counted on counted.call_id = call.id
    where ${inCampaign(campaign)} and call.tried_parts <> coalesce(counted.parts, 0) order by call.id`;
