select h.id, h.state_id, state.name as state_name, state.color as state_color, h.substate_id, substate.name as substate_name,
    h.affinity, h.observations, h.callback_at, person.id as person_id, coalesce(nullif(trim(person.first_name || ' ' ||
    person.last_name), ''), person.business_name) as person_name, h.corrects_id, h.reason, h.again, h.created_at, h.user_id, trim(
    "app_user"."first_name" || ' ' || "app_user"."last_name") as user_name, (
      select version
      from call
      where id = $1
    ) as version, exists (
      select
      from call_history c
      where c.call_id = h.call_id
        and c.corrects_id = h.id
    ) as is_corrected
from call_history h
join state on state.id = h.state_id
join app_user on app_user.id = h.user_id
left join substate on substate.id = h.substate_id
left join person on person.id = h.person_id
  and true
where h.call_id = $2
order by h.created_at desc, h.id desc;
