/* prepared */
select pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock($3, $4), set_config('enable_sort', 'off', true);

/* prepared */
select (
  exists (
    select
    from call
    where call.id = (
      select call_id
      from operator_current_call
      where user_id = $1
        and campaign_id = $2
    )
      and call.campaign_id = $3
      and call.id >= 0
      and call.id < 16777216000
      and call.hold_by = $4
      and call.hold_for = $5
      and call.hold_until > $6
      and not call.blocked
      and not call.invalid
      and not call.in_reserve
      and not exists (select from blocked_number where blocked_number.number = call.number)
      and not (
        (select campaign.obeys_lists from campaign where campaign.id = $7)
        and (
          (
            select true
            from listed_number
            where listed_number.number = call.number
              and listed_number.list_id = any(
                array(select block_list.id from block_list where block_list.removed_at is null)
              )
            limit 1
          ) is not null
        )
      )
  )
  or (
    select call.id
    from call
    where call.operator_id = $8
      and call.callback_at <= $9
      and call.campaign_id = $10
      and call.id >= 0
      and call.id < 16777216000
      and call.id <> $11
      and not call.blocked
      and not call.invalid
      and not call.in_reserve
      and (call.hold_until is null or call.hold_until <= $12)
      and not exists (select from blocked_number where blocked_number.number = call.number)
      and not (
        (select campaign.obeys_lists from campaign where campaign.id = $13)
        and (
          (
            select true
            from listed_number
            where listed_number.number = call.number
              and listed_number.list_id = any(
                array(select block_list.id from block_list where block_list.removed_at is null)
              )
            limit 1
          ) is not null
        )
      )
    order by call.callback_at
    limit 1
  ) is not null
  or (
    select call.id
    from call
    where call.callback_at <= $14
      and call.campaign_id = $15
      and call.id >= 0
      and call.id < 16777216000
      and call.id <> $16
      and not call.blocked
      and not call.invalid
      and not call.in_reserve
      and (call.hold_until is null or call.hold_until <= $17)
      and not exists (select from blocked_number where blocked_number.number = call.number)
      and not (
        (select campaign.obeys_lists from campaign where campaign.id = $18)
        and (
          (
            select true
            from listed_number
            where listed_number.number = call.number
              and listed_number.list_id = any(
                array(select block_list.id from block_list where block_list.removed_at is null)
              )
            limit 1
          ) is not null
        )
      )
    order by call.callback_at
    limit 1
  ) is not null
);

with found as (
  select call.id
  from call
  where call.id = (
    select call_id
    from operator_current_call
    where user_id = $1
      and campaign_id = $2
  )
    and call.campaign_id = $3
    and call.id >= 0
    and call.id < 16777216000
    and call.hold_by = $4
    and call.hold_for = $5
    and call.hold_until > $6
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $7)
      and (
        (
          select true
          from listed_number
          where listed_number.number = call.number
            and listed_number.list_id = any(
              array(select block_list.id from block_list where block_list.removed_at is null)
            )
          limit 1
        ) is not null
      )
    )
  for update
),
taken as (
  update call
  set hold_by = $8, hold_until = $9, hold_for = $10, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $11
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $12::int, $13::int, id, id, $14::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with found as (
  select call.id
  from call
  where call.id = any(
    array(
      select call.id
      from call
      where call.operator_id = $1
        and call.callback_at <= $2
        and call.campaign_id = $3
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $4
        and not call.blocked
        and not call.invalid
        and not call.in_reserve
        and (call.hold_until is null or call.hold_until <= $5)
        and not exists (select from blocked_number where blocked_number.number = call.number)
        and not (
          (select campaign.obeys_lists from campaign where campaign.id = $6)
          and (
            (
              select true
              from listed_number
              where listed_number.number = call.number
                and listed_number.list_id = any(
                  array(select block_list.id from block_list where block_list.removed_at is null)
                )
              limit 1
            ) is not null
          )
        )
      order by call.callback_at
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.operator_id = $7
    and call.callback_at <= $8
    and call.id <> $9
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and (call.hold_until is null or call.hold_until <= $10)
  order by call.released_at nulls first, call.callback_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $11, hold_until = $12, hold_for = $13, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $14
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $15::int, $16::int, id, id, $17::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with found as (
  select call.id
  from call
  where call.id = any(
    array(
      select call.id
      from call
      where call.callback_at <= $1
        and call.campaign_id = $2
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $3
        and not call.blocked
        and not call.invalid
        and not call.in_reserve
        and (call.hold_until is null or call.hold_until <= $4)
        and not exists (select from blocked_number where blocked_number.number = call.number)
        and not (
          (select campaign.obeys_lists from campaign where campaign.id = $5)
          and (
            (
              select true
              from listed_number
              where listed_number.number = call.number
                and listed_number.list_id = any(
                  array(select block_list.id from block_list where block_list.removed_at is null)
                )
              limit 1
            ) is not null
          )
        )
      order by call.callback_at
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.callback_at <= $6
    and call.id <> $7
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and (call.hold_until is null or call.hold_until <= $8)
  order by call.released_at nulls first, call.callback_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $9, hold_until = $10, hold_for = $11, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $12
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $13::int, $14::int, id, id, $15::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

/* prepared */
with found as (
  select call.id
  from call
  where call.state_id between 1 and 1
    and call.operator_id between $1 and $2
    and call.released_at is null
    and call.callback_at is null
    and call.campaign_id = $3
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $4
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and (call.hold_until is null or call.hold_until <= $5)
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $6)
      and (
        (
          select true
          from listed_number
          where listed_number.number = call.number
            and listed_number.list_id = any(
              array(select block_list.id from block_list where block_list.removed_at is null)
            )
          limit 1
        ) is not null
      )
    )
  order by call.operator_id, call.state_id, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $7, hold_until = $8, hold_for = $9, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $10
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $11::int, $12::int, id, id, $13::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with found as (
  select call.id
  from call
  where call.id = any(
    array(
      select call.id
      from call
      where call.operator_id = $1
        and call.state_id = 1
        and call.released_at is not null
        and call.callback_at is null
        and call.campaign_id = $2
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $3
        and not call.blocked
        and not call.invalid
        and not call.in_reserve
        and (call.hold_until is null or call.hold_until <= $4)
        and not exists (select from blocked_number where blocked_number.number = call.number)
        and not (
          (select campaign.obeys_lists from campaign where campaign.id = $5)
          and (
            (
              select true
              from listed_number
              where listed_number.number = call.number
                and listed_number.list_id = any(
                  array(select block_list.id from block_list where block_list.removed_at is null)
                )
              limit 1
            ) is not null
          )
        )
      order by call.operator_id, call.state_id, call.released_at
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.state_id = 1
    and call.released_at is not null
    and call.callback_at is null
    and call.id <> $6
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and (call.hold_until is null or call.hold_until <= $7)
  order by call.released_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $8, hold_until = $9, hold_for = $10, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $11
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $12::int, $13::int, id, id, $14::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with found as (
  select call.id
  from call
  where call.id = any(
    array(
      select probe.id
      from state
      cross join unnest('{0,1,2,3,4,5,6,7}'::smallint[]) as tried(parts)
      cross join lateral (
        select call.id
        from call
        where call.operator_id = $1
          and call.state_id = state.id
          and call.call_count > 0
          and call.callback_at is null
          and call.last_at <= $2
          and (call.day is distinct from $3::date or call.day_count < $4)
          and call.released_at is null
          and call.tried_parts = tried.parts
          and call.campaign_id = $5
          and call.id >= 0
          and call.id < 16777216000
          and call.id <> $6
          and not call.blocked
          and not call.invalid
          and not call.in_reserve
          and (call.hold_until is null or call.hold_until <= $7)
          and not exists (select from blocked_number where blocked_number.number = call.number)
          and not (
            (select campaign.obeys_lists from campaign where campaign.id = $8)
            and (
              (
                select true
                from listed_number
                where listed_number.number = call.number
                  and listed_number.list_id = any(
                    array(select block_list.id from block_list where block_list.removed_at is null)
                  )
                limit 1
              ) is not null
            )
          )
        order by call.last_at
        limit 5
      ) probe
      where state.callback
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $9
    and call.id <> $10
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and (call.hold_until is null or call.hold_until <= $11)
  order by
    (
      call.tried_parts & 2 <> 0
      or call.state_id <> all (array(select id from state where callback and not contactability))
    ),
    call.last_at,
    call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $12, hold_until = $13, hold_for = $14, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $15
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $16::int, $17::int, id, id, $18::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with found as (
  select call.id
  from call
  where call.id = any(
    array(
      select probe.id
      from state
      cross join lateral (
        select call.id
        from call
        where call.operator_id = $1
          and call.state_id = state.id
          and call.call_count > 0
          and call.callback_at is null
          and call.last_at <= $2
          and (call.day is distinct from $3::date or call.day_count < $4)
          and call.released_at is not null
          and call.campaign_id = $5
          and call.id >= 0
          and call.id < 16777216000
          and call.id <> $6
          and not call.blocked
          and not call.invalid
          and not call.in_reserve
          and (call.hold_until is null or call.hold_until <= $7)
          and not exists (select from blocked_number where blocked_number.number = call.number)
          and not (
            (select campaign.obeys_lists from campaign where campaign.id = $8)
            and (
              (
                select true
                from listed_number
                where listed_number.number = call.number
                  and listed_number.list_id = any(
                    array(select block_list.id from block_list where block_list.removed_at is null)
                  )
                limit 1
              ) is not null
            )
          )
        order by call.released_at
        limit 5
      ) probe
      where state.callback
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $9
    and call.id <> $10
    and not call.blocked
    and not call.invalid
    and not call.in_reserve
    and (call.hold_until is null or call.hold_until <= $11)
  order by call.released_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $12, hold_until = $13, hold_for = $14, segmentation_id = null
  where call.id = (select id from found)
    and call.campaign_id = $15
    and call.id >= 0
    and call.id < 16777216000
    and true
  returning id, number
),
current_call as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $16::int, $17::int, id, id, $18::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;
