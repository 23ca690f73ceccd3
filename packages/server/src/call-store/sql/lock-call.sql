/* prepared */
select pg_advisory_xact_lock_shared($1, $2);

/* prepared */
select call.id, call.campaign_id, call.number, call.person_id, call.operator_id, call.state_id, call.substate_id,
    call.state_before_invalid, call.call_count, call.blocked, call.invalid, call.interested, call.affinity, call.last_at,
    call.callback_at, call.day, call.day_count, call.tried_parts, call.hold_by, call.hold_until, call.hold_for, call.observations,
    call.version, (exists (
      select
      from blocked_number b
      where b.number = call.number
    ) or ((
      select campaign.obeys_lists
      from campaign
      where campaign.id = call.campaign_id
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
    ) is not null))) as is_number_blocked, (call.number >= 9000000000 or call.blocked and exists (
      select
      from person p
      where p.id = call.person_id
        and p.erased_at is not null
    )) as is_erased, (
      select seen.version
      from call seen
      where seen.id = call.id
        and seen.id >= 0
        and seen.id < 16777216000
        and seen.person_id = call.person_id
    ) as version_before
from call
where call.id = $1
  and call.id >= 0
  and call.id < 16777216000
  and call.campaign_id = $2
for update of call;
