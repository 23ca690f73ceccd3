/* prepared */
select pg_advisory_xact_lock_shared($1, $2);

select "id", "name", "status", "id_lo", "id_hi"
from "campaign"
where "id" = $1;

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

select
from call
where id = any($1::bigint[])
  and call.campaign_id = $2
  and call.id >= $3
  and call.id < $4
order by id
for update;

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

update call
set call_count = given.n, substate_id = given.substate_id, affinity = nullif(given.affinity, 0), state_id = case
    when call.invalid then call.state_id
    else given.state_id end, state_before_invalid = case
    when call.invalid then given.state_id end, version = call.version + 1
from unnest($1::bigint[], $2::int[], $3::smallint[], $4::smallint[], $5::smallint[]) as given(id, n, state_id, substate_id,
    affinity)
where call.id = given.id
  and call.campaign_id = $6
  and call.id >= $7
  and call.id < $8;

with recursive correction as materialized (
  select id, corrects_id, state_id, substate_id, affinity, again
  from call_history
  where campaign_id = $1
    and corrects_id is not null
),
entry as (
  select id, call_id, again, from_last < n as counted
  from (
    select id, call_id, state_id, substate_id, affinity, again, count(*) over (partition by call_id)::int as n, row_number() over
        (partition by call_id order by created_at desc, id desc)::int as from_last
    from call_history
    where campaign_id = $2
      and corrects_id is null
  ) placed
  union all select correction.id, entry.call_id, correction.again, entry.counted
  from entry
  join correction on correction.corrects_id = entry.id
)
select id, call_id, counted
from entry
where again <> counted
order by id;

with recursive correction as materialized (
  select id, corrects_id, state_id, substate_id, affinity, again
  from call_history
  where campaign_id = $1
    and corrects_id is not null
),
entry as (
  select id, call_id, again, from_last < n as counted
  from (
    select id, call_id, state_id, substate_id, affinity, again, count(*) over (partition by call_id)::int as n, row_number() over
        (partition by call_id order by created_at desc, id desc)::int as from_last
    from call_history
    where campaign_id = $2
      and corrects_id is null
  ) placed
  union all select correction.id, entry.call_id, correction.again, entry.counted
  from entry
  join correction on correction.corrects_id = entry.id
)
select id, call_id, counted
from entry
where again <> counted
order by id;

select set_history_again($1::bigint[], $2::boolean[]);

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

select move_call_totals($1::int[], $2::int[], $3::int[], $4::int[]);

with locked as (
  select given.*
  from outcome_count
  join unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::timestamptz[], $9::timestamptz[])
      as given(operator_id, day, state_id, affinity, n, again, interested, first_at, last_at) using (operator_id, day, state_id,
      affinity)
  where outcome_count.campaign_id = $10
  order by 1, 2, 3, 4
  for update of outcome_count
)
update outcome_count t
set n = t.n + locked.n, again = t.again + locked.again, interested = t.interested + locked.interested
from locked
where t.campaign_id = $11
  and (t.operator_id, t.day, t.state_id, t.affinity) = (locked.operator_id, locked.day, locked.state_id, locked.affinity);

insert into outcome_count as t(campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
select $1, given.*
from unnest($2::int[], $3::date[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::timestamptz[], $10::timestamptz[])
    as given(operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
where given.n > 0
  and not exists (
    select
    from outcome_count o
    where o.campaign_id = $11
      and (o.operator_id, o.day, o.state_id, o.affinity) = (given.operator_id, given.day, given.state_id, given.affinity)
  )
order by 2, 3, 4, 5
on conflict (campaign_id, operator_id, day, state_id, affinity) do update
set n = t.n + excluded.n, again = t.again + excluded.again, interested = t.interested + excluded.interested;
