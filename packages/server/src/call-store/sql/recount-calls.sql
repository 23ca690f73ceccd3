with recursive correction as materialized (
  select id, corrects_id, state_id, substate_id, affinity, again
  from call_history
  where campaign_id = $1
    and corrects_id is not null
),
outcome as (
  select id, call_id, n, state_id, substate_id, affinity
  from (
    select id, call_id, state_id, substate_id, affinity, again, count(*) over (partition by call_id)::int as n, row_number() over
        (partition by call_id order by created_at desc, id desc)::int as from_last
    from call_history
    where campaign_id = $2
      and corrects_id is null
  ) placed
  where from_last = 1
  union all select correction.id, outcome.call_id, outcome.n, correction.state_id, correction.substate_id, correction.affinity
  from outcome
  join correction on correction.corrects_id = outcome.id
),
standing as (
  select *
  from outcome
  where not exists (
    select
    from correction
    where correction.corrects_id = outcome.id
  )
),
compared as (
  select call.id, call.number, call.call_count, coalesce(standing.n, 0) as n, case
      when call.invalid then coalesce(call.state_before_invalid, 1)
      else call.state_id end as state_id, coalesce(standing.state_id, 1) as standing_state, call.substate_id,
      standing.substate_id as standing_substate, coalesce(call.affinity, 0) as affinity, coalesce(standing.affinity, 0) as
      standing_affinity
  from call
  left join standing on standing.call_id = call.id
  where call.campaign_id = $3
    and call.id >= $4
    and call.id < $5
)
select id, number, jsonb_build_object('calls', call_count, 'stateId', state_id, 'substateId', substate_id, 'affinity', affinity)
    as kept, jsonb_build_object('calls', n, 'stateId', standing_state, 'substateId', standing_substate, 'affinity',
    standing_affinity) as counted
from compared
where (call_count, state_id, affinity) <> (n, standing_state, standing_affinity)
  or substate_id is distinct from standing_substate
order by id;
