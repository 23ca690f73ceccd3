/* prepared */
select pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock($3, $4), set_config('enable_sort', 'off', true);

/* prepared */
select exists (
  select id
  from call
  where id = (
    select call_id
    from operator_desk
    where user_id = $1
      and campaign_id = $2
  )
    and call.campaign_id = $3
    and call.id >= 0
    and call.id < 16777216000
    and hold_by = $4
    and hold_for = $5
    and hold_until > $6
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
) or (
  select call.id
  from call
  where call.operator_id = $7
    and call.callback_at <= $8
    and call.campaign_id = $9
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $10
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $11)
  order by call.callback_at
  limit 1
) is not null or (
  select call.id
  from call
  where call.callback_at <= $12
    and call.campaign_id = $13
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $14
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $15)
  order by call.callback_at
  limit 1
) is not null as found;

with "held" as (
  select id
  from call
  where id = (
    select call_id
    from operator_desk
    where user_id = $1
      and campaign_id = $2
  )
    and call.campaign_id = $3
    and call.id >= 0
    and call.id < 16777216000
    and hold_by = $4
    and hold_for = $5
    and hold_until > $6
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
  for update
),
"due" as (
  select call.id
  from call
  where call.id = any(array(
    select call.id
    from call
    where call.operator_id = $7
      and call.callback_at <= $8
      and call.campaign_id = $9
      and call.id >= 0
      and call.id < 16777216000
      and call.id <> $10
      and not call.blocked
      and not call.invalid
      and not exists (
        select
        from blocked_number
        where blocked_number.number = call.number
      )
      and (call.hold_until is null or call.hold_until <= $11)
    order by call.callback_at
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.operator_id = $12
    and call.callback_at <= $13
    and not exists (
      select
      from held
    )
    and call.id <> $14
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $15)
  order by call.passed_at nulls first, call.callback_at, call.id
  limit 1
  for update skip locked
),
"overdue" as (
  select call.id
  from call
  where call.id = any(array(
    select call.id
    from call
    where call.callback_at <= $16
      and call.campaign_id = $17
      and call.id >= 0
      and call.id < 16777216000
      and call.id <> $18
      and not call.blocked
      and not call.invalid
      and not exists (
        select
        from blocked_number
        where blocked_number.number = call.number
      )
      and (call.hold_until is null or call.hold_until <= $19)
    order by call.callback_at
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.callback_at <= $20
    and $21
    and not exists (
      select
      from held
    )
    and not exists (
      select
      from due
    )
    and call.id <> $22
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $23)
  order by call.passed_at nulls first, call.callback_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $24, hold_until = $25, hold_for = $26, segmentation_id = null
  where call.id = (
    select id
    from "held"
    union all select id
    from "due"
    union all select id
    from "overdue"
    limit 1
  )
    and call.campaign_id = $27
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_desk(user_id, campaign_id, call_id, held_call_id, held_at)
  select $28::int, $29::int, id, id, $30::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

/* prepared */
with "fresh" as (
  select id
  from call
  where call.state_id between 1 and 1
    and call.operator_id between $1 and $2
    and call.passed_at is null
    and call.campaign_id = $3
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $4
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $5)
  order by call.operator_id, call.state_id, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $6, hold_until = $7, hold_for = $8, segmentation_id = null
  where call.id = (
    select id
    from "fresh"
    limit 1
  )
    and call.campaign_id = $9
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_desk(user_id, campaign_id, call_id, held_call_id, held_at)
  select $10::int, $11::int, id, id, $12::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with "passed" as (
  select call.id
  from call
  where call.id = any(array(
    select call.id
    from call
    where call.operator_id = $1
      and call.state_id = 1
      and call.passed_at is not null
      and call.campaign_id = $2
      and call.id >= 0
      and call.id < 16777216000
      and call.id <> $3
      and not call.blocked
      and not call.invalid
      and not exists (
        select
        from blocked_number
        where blocked_number.number = call.number
      )
      and (call.hold_until is null or call.hold_until <= $4)
    order by call.operator_id, call.state_id, call.passed_at
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.state_id = 1
    and call.passed_at is not null
    and call.id <> $5
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $6)
  order by call.passed_at, call.id
  limit 1
  for update skip locked
),
"undated" as (
  select call.id
  from call
  where call.id = any(array(
    select probe.id
    from state
    cross join unnest('{0,1,2,3,4,5,6,7}' ::smallint[]) as tried(parts)
    cross join lateral (
      select call.id
      from call
      where call.operator_id = $7
        and call.state_id = state.id
        and call.call_count > 0
        and call.callback_at is null
        and call.last_at <= $8
        and (call.day is distinct from $9::date or call.day_count < $10)
        and call.passed_at is null
        and call.tried_parts = tried.parts
        and call.campaign_id = $11
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $12
        and not call.blocked
        and not call.invalid
        and not exists (
          select
          from blocked_number
          where blocked_number.number = call.number
        )
        and (call.hold_until is null or call.hold_until <= $13)
      order by call.last_at
      limit 5
    ) probe
    where state.callback
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $14
    and not exists (
      select
      from passed
    )
    and call.id <> $15
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $16)
  order by (call.tried_parts & 2 <> 0 or call.state_id <> all(array(
    select id
    from state
    where callback
      and not contactability
  ))), call.last_at, call.id
  limit 1
  for update skip locked
),
"undated_passed" as (
  select call.id
  from call
  where call.id = any(array(
    select probe.id
    from state
    cross join lateral (
      select call.id
      from call
      where call.operator_id = $17
        and call.state_id = state.id
        and call.call_count > 0
        and call.callback_at is null
        and call.last_at <= $18
        and (call.day is distinct from $19::date or call.day_count < $20)
        and call.passed_at is not null
        and call.campaign_id = $21
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $22
        and not call.blocked
        and not call.invalid
        and not exists (
          select
          from blocked_number
          where blocked_number.number = call.number
        )
        and (call.hold_until is null or call.hold_until <= $23)
      order by call.passed_at
      limit 5
    ) probe
    where state.callback
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $24
    and not exists (
      select
      from passed
    )
    and not exists (
      select
      from undated
    )
    and call.id <> $25
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $26)
  order by call.passed_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $27, hold_until = $28, hold_for = $29, segmentation_id = null
  where call.id = (
    select id
    from "passed"
    union all select id
    from "undated"
    union all select id
    from "undated_passed"
    limit 1
  )
    and call.campaign_id = $30
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_desk(user_id, campaign_id, call_id, held_call_id, held_at)
  select $31::int, $32::int, id, id, $33::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;
