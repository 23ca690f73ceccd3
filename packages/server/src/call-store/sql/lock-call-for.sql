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
    ) as version_before, (
      select name
      from state present
      where present.id = call.state_id
    ) as present_state, state.name as state_name, state.color as state_color, coalesce(not state.disable and not (state.id in (1,
    17) or fold(btrim(state.name)) = 'pendiente') and exists (
      select
      from campaign_state
      where campaign_id = $1
        and state_id = state.id
    ), false) as is_state_allowed, coalesce(state.callback, false) as has_callback, (
      select substate.name
      from state_substate
      join substate on substate.id = state_substate.substate_id
      where state_substate.state_id = state.id
        and substate.id = $2::bigint
        and not substate.disable
    ) as substate_name, (
      select coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name)
      from person_phone
      join person on person.id = person_phone.person_id
      where person_phone.number = call.number
        and person.id = $3::bigint
        and true
    ) as person_name
from call
left join state on state.id = $4::bigint
where call.id = $5
  and call.id >= 0
  and call.id < 16777216000
  and call.campaign_id = $6
for update of call;
