select operator_id, day::text, state.effectiveness, state.contactability, state.callback, sum(n)::int as n, min(first_at) as
    first_at, max(last_at) as last_at
from outcome_count
join state on state.id = outcome_count.state_id
where true
  and outcome_count.day >= $1
  and true
  and operator_id = $2
  and campaign_id = any($3::bigint[])
group by 1, 2, 3, 4, 5;

select array(
  select distinct campaign_id
  from outcome_count
  where day = $1
    and true
    and operator_id = $2
    and campaign_id = any($3::bigint[])
) as campaigns;

select outcome.user_id as operator_id, $1 as day, state.effectiveness, state.contactability, state.callback, count(*)::int as n,
    min(outcome.created_at) as first_at, max(outcome.created_at) as last_at
from (
  with recursive correction as materialized (
    select id, corrects_id, state_id, affinity
    from call_history
    where campaign_id = any($2::int[])
      and created_at >= $3
      and corrects_id is not null
  ),
  outcome as (
    select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
    from call_history h
    where h.campaign_id = any($4::int[])
      and h.created_at >= $5
      and h.created_at < $6
      and h.corrects_id is null
      and h.user_id = $7
    union all select outcome.registration_id, correction.id, outcome.call_id, outcome.user_id, outcome.created_at, outcome.again,
        correction.state_id, correction.affinity
    from outcome
    join correction on correction.corrects_id = outcome.id
  )
  select registration_id, call_id, user_id, created_at, again, state_id, affinity
  from outcome
  where not exists (
    select
    from correction
    where correction.corrects_id = outcome.id
  )
) outcome
join state on state.id = outcome.state_id
group by 1, 3, 4, 5;
