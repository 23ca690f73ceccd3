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
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and not ((
      select campaign.obeys_lists
      from campaign
      where campaign.id = $7
    ) and ((
      select true
      from listed_number
      where listed_number.number = call.number
        and listed_number.list_id = any(array(
          select block_list.id
          from block_list
          where block_list.removed_at is null
        ))
      limit 1
    ) is not null))
    and not exists (
      select
      from call other
      where other.number = call.number
        and other.id <> call.id
        and other.hold_until > $8
    )
) or (
  select call.id
  from call
  where call.operator_id = $9
    and call.callback_at <= $10
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
    and not ((
      select campaign.obeys_lists
      from campaign
      where campaign.id = $13
    ) and ((
      select true
      from listed_number
      where listed_number.number = call.number
        and listed_number.list_id = any(array(
          select block_list.id
          from block_list
          where block_list.removed_at is null
        ))
      limit 1
    ) is not null))
    and not exists (
      select
      from call other
      where other.number = call.number
        and other.id <> call.id
        and other.hold_until > $14
    )
    and (call.hold_until is null or call.hold_until <= $15)
  order by call.callback_at
  limit 1
) is not null or (
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
    and not ((
      select campaign.obeys_lists
      from campaign
      where campaign.id = $19
    ) and ((
      select true
      from listed_number
      where listed_number.number = call.number
        and listed_number.list_id = any(array(
          select block_list.id
          from block_list
          where block_list.removed_at is null
        ))
      limit 1
    ) is not null))
    and not exists (
      select
      from call other
      where other.number = call.number
        and other.id <> call.id
        and other.hold_until > $20
    )
    and (call.hold_until is null or call.hold_until <= $21)
  order by call.callback_at
  limit 1
) is not null as found;

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
    and not exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    )
    and not ((
      select campaign.obeys_lists
      from campaign
      where campaign.id = $5
    ) and ((
      select true
      from listed_number
      where listed_number.number = call.number
        and listed_number.list_id = any(array(
          select block_list.id
          from block_list
          where block_list.removed_at is null
        ))
      limit 1
    ) is not null))
    and not exists (
      select
      from call other
      where other.number = call.number
        and other.id <> call.id
        and other.hold_until > $6
    )
    and (call.hold_until is null or call.hold_until <= $7)
  order by call.operator_id, call.state_id, call.id
  limit 1
  for update skip locked
)
select id, number, coalesce(hold_by = $8 and hold_until > $9, false) as is_own, case
    when coalesce(hold_by = $10 and hold_until > $11, false) then true
    else pg_try_advisory_xact_lock(hashtextextended('hold ' || number, 0)) end as is_locked
from call
where call.id = (
  select id
  from "fresh"
  limit 1
)
  and call.campaign_id = $12
  and call.id >= 0
  and call.id < 16777216000;

with taken as (
  update call
  set hold_by = $1, hold_until = $2, hold_for = $3, segmentation_id = null
  where call.id = $4::bigint
    and call.campaign_id = $5
    and call.id >= 0
    and call.id < 16777216000
    and not exists (
      select
      from call other
      where other.number = call.number
        and other.id <> call.id
        and other.hold_until > $6
    )
  returning id, number
),
desk as (
  insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
  select $7::int, $8::int, id, id, $9::timestamptz
  from taken
  on conflict (user_id, campaign_id) do update
  set call_id = excluded.call_id, held_call_id = excluded.held_call_id, held_at = excluded.held_at
)
select id, number
from taken;
