/* prepared */
select pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock($3, $4), set_config('enable_sort', 'off', true);

select
from call_total
where campaign_id = $1
  and operator_id = $2
  and n > 0
limit 1;

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
  where call.callback_at <= $7
    and (call.operator_id is null or call.callback_at <= $8)
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
) is not null or false as found;

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
    where call.callback_at <= $7
      and (call.operator_id is null or call.callback_at <= $8)
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
    and call.callback_at <= $12
    and (call.operator_id is null or call.callback_at <= $13)
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
    and true
    and call.passed_at is null
    and call.campaign_id = $1
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $2
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $3)
  order by call.state_id, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $4, hold_until = $5, hold_for = $6, segmentation_id = null
  where call.id = (
    select id
    from "fresh"
    limit 1
  )
    and call.campaign_id = $7
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_desk(user_id, campaign_id, call_id, held_call_id, held_at)
  select $8::int, $9::int, id, id, $10::timestamptz
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
    where true
      and call.state_id = 1
      and call.passed_at is not null
      and call.campaign_id = $1
      and call.id >= 0
      and call.id < 16777216000
      and call.id <> $2
      and not call.blocked
      and not call.invalid
      and not exists (
        select
        from blocked_number
        where blocked_number.number = call.number
      )
      and (call.hold_until is null or call.hold_until <= $3)
    order by call.operator_id, call.state_id, call.passed_at
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.state_id = 1
    and call.passed_at is not null
    and call.id <> $4
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $5)
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
    cross join lateral (
      select call.id
      from call
      where true
        and call.state_id = state.id
        and call.call_count > 0
        and call.callback_at is null
        and call.last_at <= $6
        and (call.day is distinct from $7::date or call.day_count < $8)
        and call.passed_at is null
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
      order by (call.tried_parts & 2 <> 0 or call.state_id <> all(array(
        select id
        from state
        where callback
          and not contactability
      ))), call.last_at
      limit 200
    ) probe
    where state.callback
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $12
    and not exists (
      select
      from passed
    )
    and call.id <> $13
    and not call.blocked
    and not call.invalid
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and (call.hold_until is null or call.hold_until <= $14)
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
      where true
        and call.state_id = state.id
        and call.call_count > 0
        and call.callback_at is null
        and call.last_at <= $15
        and (call.day is distinct from $16::date or call.day_count < $17)
        and call.passed_at is not null
        and call.campaign_id = $18
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $19
        and not call.blocked
        and not call.invalid
        and not exists (
          select
          from blocked_number
          where blocked_number.number = call.number
        )
        and (call.hold_until is null or call.hold_until <= $20)
      order by call.passed_at
      limit 200
    ) probe
    where state.callback
  ))
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $21
    and not exists (
      select
      from passed
    )
    and not exists (
      select
      from undated
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
  order by call.passed_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $24, hold_until = $25, hold_for = $26, segmentation_id = null
  where call.id = (
    select id
    from "passed"
    union all select id
    from "undated"
    union all select id
    from "undated_passed"
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
