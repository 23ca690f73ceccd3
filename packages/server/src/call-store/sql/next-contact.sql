/* prepared */
select pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock($3, $4), set_config('enable_sort', 'off', true);

/* prepared */
select exists (
  select id
  from call
  where id = (
    select call_id
    from operator_current_call
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
) or (
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
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $12)
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
    and (call.hold_until is null or call.hold_until <= $13)
  order by call.callback_at
  limit 1
) is not null or (
  select call.id
  from call
  where call.callback_at <= $14
    and call.campaign_id = $15
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $16
    and not call.blocked
    and not call.invalid
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $17)
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
    and (call.hold_until is null or call.hold_until <= $18)
  order by call.callback_at
  limit 1
) is not null as found;

with "held" as (
  select id
  from call
  where id = (
    select call_id
    from operator_current_call
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
"due" as (
  select call.id
  from call
  where call.id = any(
    array(
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
        and not exists (select from blocked_number where blocked_number.number = call.number)
        and not (
          (select campaign.obeys_lists from campaign where campaign.id = $12)
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
        and (call.hold_until is null or call.hold_until <= $13)
      order by call.callback_at
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.operator_id = $14
    and call.callback_at <= $15
    and not exists (select from held)
    and call.id <> $16
    and not call.blocked
    and not call.invalid
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $17)
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
    and (call.hold_until is null or call.hold_until <= $18)
  order by call.released_at nulls first, call.callback_at, call.id
  limit 1
  for update skip locked
),
"overdue" as (
  select call.id
  from call
  where call.id = any(
    array(
      select call.id
      from call
      where call.callback_at <= $19
        and call.campaign_id = $20
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $21
        and not call.blocked
        and not call.invalid
        and not exists (select from blocked_number where blocked_number.number = call.number)
        and not (
          (select campaign.obeys_lists from campaign where campaign.id = $22)
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
        and (call.hold_until is null or call.hold_until <= $23)
      order by call.callback_at
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.callback_at <= $24
    and $25
    and not exists (select from held)
    and not exists (select from due)
    and call.id <> $26
    and not call.blocked
    and not call.invalid
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $27)
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
    and (call.hold_until is null or call.hold_until <= $28)
  order by call.released_at nulls first, call.callback_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $29, hold_until = $30, hold_for = $31, segmentation_id = null
  where call.id = (
    select id
    from "held"
    union all
    select id
    from "due"
    union all
    select id
    from "overdue"
    limit 1
  )
    and call.campaign_id = $32
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $33::int, $34::int, id, id, $35::timestamptz
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
    and call.released_at is null
    and call.campaign_id = $3
    and call.id >= 0
    and call.id < 16777216000
    and call.id <> $4
    and not call.blocked
    and not call.invalid
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
    and (call.hold_until is null or call.hold_until <= $6)
  order by call.operator_id, call.state_id, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $7, hold_until = $8, hold_for = $9, segmentation_id = null
  where call.id = (select id from "fresh" limit 1)
    and call.campaign_id = $10
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $11::int, $12::int, id, id, $13::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;

with "passed" as (
  select call.id
  from call
  where call.id = any(
    array(
      select call.id
      from call
      where call.operator_id = $1
        and call.state_id = 1
        and call.released_at is not null
        and call.campaign_id = $2
        and call.id >= 0
        and call.id < 16777216000
        and call.id <> $3
        and not call.blocked
        and not call.invalid
        and not exists (select from blocked_number where blocked_number.number = call.number)
        and not (
          (select campaign.obeys_lists from campaign where campaign.id = $4)
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
        and (call.hold_until is null or call.hold_until <= $5)
      order by call.operator_id, call.state_id, call.released_at
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.state_id = 1
    and call.released_at is not null
    and call.id <> $6
    and not call.blocked
    and not call.invalid
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
    and (call.hold_until is null or call.hold_until <= $8)
  order by call.released_at, call.id
  limit 1
  for update skip locked
),
"undated" as (
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
        where call.operator_id = $9
          and call.state_id = state.id
          and call.call_count > 0
          and call.callback_at is null
          and call.last_at <= $10
          and (call.day is distinct from $11::date or call.day_count < $12)
          and call.released_at is null
          and call.tried_parts = tried.parts
          and call.campaign_id = $13
          and call.id >= 0
          and call.id < 16777216000
          and call.id <> $14
          and not call.blocked
          and not call.invalid
          and not exists (select from blocked_number where blocked_number.number = call.number)
          and not (
            (select campaign.obeys_lists from campaign where campaign.id = $15)
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
          and (call.hold_until is null or call.hold_until <= $16)
        order by call.last_at
        limit 5
      ) probe
      where state.callback
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $17
    and not exists (select from passed)
    and call.id <> $18
    and not call.blocked
    and not call.invalid
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $19)
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
    and (call.hold_until is null or call.hold_until <= $20)
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
"undated_passed" as (
  select call.id
  from call
  where call.id = any(
    array(
      select probe.id
      from state
      cross join lateral (
        select call.id
        from call
        where call.operator_id = $21
          and call.state_id = state.id
          and call.call_count > 0
          and call.callback_at is null
          and call.last_at <= $22
          and (call.day is distinct from $23::date or call.day_count < $24)
          and call.released_at is not null
          and call.campaign_id = $25
          and call.id >= 0
          and call.id < 16777216000
          and call.id <> $26
          and not call.blocked
          and not call.invalid
          and not exists (select from blocked_number where blocked_number.number = call.number)
          and not (
            (select campaign.obeys_lists from campaign where campaign.id = $27)
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
          and (call.hold_until is null or call.hold_until <= $28)
        order by call.released_at
        limit 5
      ) probe
      where state.callback
    )
  )
    and call.id >= 0
    and call.id < 16777216000
    and call.last_at <= $29
    and not exists (select from passed)
    and not exists (select from undated)
    and call.id <> $30
    and not call.blocked
    and not call.invalid
    and not exists (select from blocked_number where blocked_number.number = call.number)
    and not (
      (select campaign.obeys_lists from campaign where campaign.id = $31)
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
    and (call.hold_until is null or call.hold_until <= $32)
  order by call.released_at, call.id
  limit 1
  for update skip locked
),
taken as (
  update call
  set hold_by = $33, hold_until = $34, hold_for = $35, segmentation_id = null
  where call.id = (
    select id
    from "passed"
    union all
    select id
    from "undated"
    union all
    select id
    from "undated_passed"
    limit 1
  )
    and call.campaign_id = $36
    and call.id >= 0
    and call.id < 16777216000
  returning id, number
),
desk as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $37::int, $38::int, id, id, $39::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;
