select figures, operators, states
from frozen_statistics
where campaign_id = $1;

select
  coalesce(array_agg(id::int order by id) filter (where contactability), '{}') as contactability,
  coalesce(array_agg(id::int order by id) filter (where effectiveness), '{}') as effectiveness
from state;

select
  coalesce(sum(n) filter (where figure is null), 0)::int as total_calls,
  coalesce(sum(n) filter (where figure = $1), 0)::int as total_called,
  coalesce(sum(n) filter (where figure is null), 0)::int - coalesce(sum(n) filter (where figure = $2), 0)::int as
      pending,
  coalesce(sum(n) filter (where figure = $3), 0)::int as total_re_called,
  coalesce(sum(n) filter (where state_id = any($4::int[])), 0)::int as contacted,
  coalesce(sum(n) filter (where state_id = any($5::int[])), 0)::int as effective,
  coalesce(sum(n) filter (where state_id = $6), 0)::int as takeover_by_mail,
  coalesce(sum(n) filter (where state_id = $7), 0)::int as takeover_by_whatsapp,
  coalesce(sum(n) filter (where figure = $8), 0)::int as participate,
  coalesce(sum(n) filter (where figure = $9), 0)::int as positive,
  coalesce(sum(n) filter (where figure = $10), 0)::int as neutral,
  coalesce(sum(n) filter (where figure = $11), 0)::int as negative
from (
  select operator_id, state_id, null as figure, n
  from call_total
  where campaign_id = $12
  union all
  select operator_id, null, figure, n
  from call_figure
  where campaign_id = $13
) counted;

select
  coalesce(sum(n), 0)::int as total_called,
  coalesce(sum(again), 0)::int as total_re_called,
  coalesce(sum(interested), 0)::int as participate,
  coalesce(sum(n) filter (where state_id = any($1::int[])), 0)::int as contacted,
  coalesce(sum(n) filter (where state_id = any($2::int[])), 0)::int as effective,
  coalesce(sum(n) filter (where state_id = $3), 0)::int as takeover_by_mail,
  coalesce(sum(n) filter (where state_id = $4), 0)::int as takeover_by_whatsapp,
  coalesce(sum(n) filter (where affinity = 2), 0)::int as positive,
  coalesce(sum(n) filter (where affinity = 1), 0)::int as neutral,
  coalesce(sum(n) filter (where affinity = 3), 0)::int as negative
from (
  select day, state_id, affinity, sum(n)::int as n, sum(again)::int as again, sum(interested)::int as interested
  from outcome_count
  where campaign_id = $5
    and true
    and outcome_count.day >= $6
    and outcome_count.day < $7
  group by 1, 2, 3
  union all
  select $8::date, r.state_id, coalesce(r.affinity, 0), 1, r.again::int, call.interested::int
  from (
    with recursive correction as materialized (
      select id, corrects_id, state_id, affinity
      from call_history
      where campaign_id = any(array[$9::int])
        and created_at >= $10
        and corrects_id is not null
    ),
    outcome as (
      select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
      from call_history h
      where h.campaign_id = any(array[$11::int])
        and h.created_at >= $12
        and h.created_at < $13
        and h.corrects_id is null
        and true
      union all
      select
        outcome.registration_id,
        correction.id,
        outcome.call_id,
        outcome.user_id,
        outcome.created_at,
        outcome.again,
        correction.state_id,
        correction.affinity
      from outcome
      join correction on correction.corrects_id = outcome.id
    )
    select registration_id, call_id, user_id, created_at, again, state_id, affinity
    from outcome
    where not exists (select from correction where correction.corrects_id = outcome.id)
  ) r
  cross join lateral (
    select interested
    from call
    where call.id = r.call_id
      and call.campaign_id = $14
      and call.id >= $15
      and call.id < $16
    limit 1
  ) call
  union all
  select $17::date, r.state_id, coalesce(r.affinity, 0), 1, r.again::int, call.interested::int
  from (
    with recursive correction as materialized (
      select id, corrects_id, state_id, affinity
      from call_history
      where campaign_id = any(array[$18::int])
        and created_at >= $19
        and corrects_id is not null
    ),
    outcome as (
      select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
      from call_history h
      where h.campaign_id = any(array[$20::int])
        and h.created_at >= $21
        and h.created_at < $22
        and h.corrects_id is null
        and true
      union all
      select
        outcome.registration_id,
        correction.id,
        outcome.call_id,
        outcome.user_id,
        outcome.created_at,
        outcome.again,
        correction.state_id,
        correction.affinity
      from outcome
      join correction on correction.corrects_id = outcome.id
    )
    select registration_id, call_id, user_id, created_at, again, state_id, affinity
    from outcome
    where not exists (select from correction where correction.corrects_id = outcome.id)
  ) r
  cross join lateral (
    select interested
    from call
    where call.id = r.call_id
      and call.campaign_id = $23
      and call.id >= $24
      and call.id < $25
    limit 1
  ) call
) registration;
