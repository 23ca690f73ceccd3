select figures, operators, states
from frozen_statistics
where campaign_id = $1;

select coalesce(array_agg(id::int order by id) filter (where contactability), '{}') as contactability, coalesce(array_agg(id::int
    order by id) filter (where effectiveness), '{}') as effectiveness
from state;

select day::text as date, sum(n)::int as calls_made, coalesce(sum(n) filter (where state_id = any($1::int[])), 0)::int as
    contacted, coalesce(sum(n) filter (where state_id = any($2::int[])), 0)::int as effective, coalesce(sum(n) filter (where
    state_id = any($3::int[]) and not state_id = any($4::int[])), 0)::int as contacted_only
from (
  select day, state_id, affinity, sum(n)::int as n, sum(again)::int as again, sum(interested)::int as interested
  from outcome_count
  where campaign_id = $5
    and true
    and outcome_count.day >= $6
    and outcome_count.day < $7
    and operator_id = $8
  group by 1, 2, 3
  union all select $9::date, r.state_id, coalesce(r.affinity, 0), 1, r.again::int, call.interested::int
  from (
    with recursive correction as materialized (
      select id, corrects_id, state_id, affinity
      from call_history
      where campaign_id = any(array[$10::int])
        and created_at >= $11
        and corrects_id is not null
    ),
    outcome as (
      select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
      from call_history h
      where h.campaign_id = any(array[$12::int])
        and h.created_at >= $13
        and h.created_at < $14
        and h.corrects_id is null
        and h.user_id = $15
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
  ) r
  cross join lateral (
    select interested
    from call
    where call.id = r.call_id
      and call.campaign_id = $16
      and call.id >= $17
      and call.id < $18
    limit 1
  ) call
  union all select $19::date, r.state_id, coalesce(r.affinity, 0), 1, r.again::int, call.interested::int
  from (
    with recursive correction as materialized (
      select id, corrects_id, state_id, affinity
      from call_history
      where campaign_id = any(array[$20::int])
        and created_at >= $21
        and corrects_id is not null
    ),
    outcome as (
      select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
      from call_history h
      where h.campaign_id = any(array[$22::int])
        and h.created_at >= $23
        and h.created_at < $24
        and h.corrects_id is null
        and h.user_id = $25
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
  ) r
  cross join lateral (
    select interested
    from call
    where call.id = r.call_id
      and call.campaign_id = $26
      and call.id >= $27
      and call.id < $28
    limit 1
  ) call
) registration
group by day
having sum(n) > 0
order by day;
