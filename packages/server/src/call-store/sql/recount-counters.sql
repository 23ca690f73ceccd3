select operator_id, state_id, coalesce(kept.n, 0) as kept, coalesce(counted.n, 0) as counted
from (
  select operator_id, state_id, n
  from call_total
  where campaign_id = $1
) kept
full join (
  select coalesce(operator_id, 0) as operator_id, state_id, count(*)::int as n
  from call
  where call.campaign_id = $2
    and call.id >= $3
    and call.id < $4
  group by 1, 2
) counted using (operator_id, state_id)
where coalesce(kept.n, 0) <> coalesce(counted.n, 0)
order by 1, 2;

select operator_id, figure, coalesce(kept.n, 0) as kept, coalesce(counted.n, 0) as counted
from (
  select operator_id, figure, n
  from call_figure
  where campaign_id = $1
) kept
full join (
  select coalesce(operator_id, 0) as operator_id, figure, count(*)::int as n
  from call, lateral (values ('called', call_count > 0), ('recalled', call_count > 1), ('interested', interested), ('affinity_1',
      affinity = 1), ('affinity_2', affinity = 2), ('affinity_3', affinity = 3), ('free', operator_id is null and not blocked))
      as figures(figure, applies)
  where call.campaign_id = $2
    and call.id >= $3
    and call.id < $4
    and applies
  group by 1, 2
) counted using (operator_id, figure)
where coalesce(kept.n, 0) <> coalesce(counted.n, 0)
order by 1, 2;

with registration as (
  select call_id, user_id, created_at, state_id, affinity, row_number() over (partition by call_id order by created_at,
      registration_id) > 1 as again
  from (
    with recursive correction as materialized (
      select id, corrects_id, state_id, affinity
      from call_history
      where campaign_id = any(array[$1]::int[])
        and created_at >= $2
        and corrects_id is not null
    ),
    outcome as (
      select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
      from call_history h
      where h.campaign_id = any(array[$3]::int[])
        and h.created_at >= $4
        and h.created_at < $5
        and h.corrects_id is null
        and true
      union all select outcome.registration_id, correction.id, outcome.call_id, outcome.user_id, outcome.created_at,
          outcome.again, correction.state_id, correction.affinity
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
  ) standing
),
counted as (
  select user_id as operator_id, ("registration"."created_at" at time zone interval '-180 minutes')::date as day,
      registration.state_id, coalesce(registration.affinity, 0) as affinity, count(*)::int as n, count(*) filter (where
      registration.again)::int as again, count(*) filter (where call.interested)::int as interested, min(registration.created_at)
      as first_at, max(registration.created_at) as last_at
  from registration
  left join call on call.id = registration.call_id
    and call.campaign_id = $6
    and call.id >= $7
    and call.id < $8
  group by 1, 2, 3, 4
),
kept as (
  select operator_id, day, state_id, affinity, n, again, interested
  from outcome_count
  where campaign_id = $9
)
select operator_id, day::text, state_id, affinity, counted.first_at, counted.last_at, jsonb_build_object('n', coalesce(kept.n, 0),
    'again', coalesce(kept.again, 0), 'interested', coalesce(kept.interested, 0)) as kept, jsonb_build_object('n', coalesce(
    counted.n, 0), 'again', coalesce(counted.again, 0), 'interested', coalesce(counted.interested, 0)) as counted
from kept
full join counted using (operator_id, day, state_id, affinity)
where (coalesce(kept.n, 0), coalesce(kept.again, 0), coalesce(kept.interested, 0)) <> (coalesce(counted.n, 0), coalesce(
    counted.again, 0), coalesce(counted.interested, 0))
order by 1, 2, 3, 4;
