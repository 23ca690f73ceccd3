select *
from (
  select id, created_at::text, row_number() over (order by created_at, id) as read, lead(id) over (order by created_at, id) as
      next
  from call_history
  where campaign_id = $1
    and created_at <= $2
) h
where read % $3 = 0
  or next is null
order by read;

copy(
  select h.id, to_char(("h"."created_at" at time zone interval '-180 minutes'), 'DD-MM-YYYY HH24:MI:SS'), case
      when call.number < 9000000000 then call.number end, case
      when person.first_name is null or person.first_name = '' then null
      when ascii(person.first_name) between 65 and 126 or ascii(person.first_name) between 48 and 57 or ascii(person.first_name)
      between 192 and 591 then person.first_name
      when person.first_name ~ E '…' then '''' || person.first_name
      else person.first_name end, case
      when person.last_name is null or person.last_name = '' then null
      when ascii(person.last_name) between 65 and 126 or ascii(person.last_name) between 48 and 57 or ascii(person.last_name)
      between 192 and 591 then person.last_name
      when person.last_name ~ E '…' then '''' || person.last_name
      else person.last_name end, case
      when person.business_name is null or person.business_name = '' then null
      when ascii(person.business_name) between 65 and 126 or ascii(person.business_name) between 48 and 57 or ascii(
      person.business_name) between 192 and 591 then person.business_name
      when person.business_name ~ E '…' then '''' || person.business_name
      else person.business_name end, case
      when person.document is null or person.document = '' then null
      when ascii(person.document) between 65 and 126 or ascii(person.document) between 48 and 57 or ascii(person.document)
      between 192 and 591 then person.document
      when person.document ~ E '…' then '''' || person.document
      else person.document end, case
      when spoken.name is null or spoken.name = '' then null
      when ascii(spoken.name) between 65 and 126 or ascii(spoken.name) between 48 and 57 or ascii(spoken.name) between 192 and
      591 then spoken.name
      when spoken.name ~ E '…' then '''' || spoken.name
      else spoken.name end, case
      when trim("app_user"."first_name" || ' ' || "app_user"."last_name") is null or trim("app_user"."first_name" || ' ' ||
      "app_user"."last_name") = '' then null
      when ascii(trim("app_user"."first_name" || ' ' || "app_user"."last_name")) between 65 and 126 or ascii(trim(
      "app_user"."first_name" || ' ' || "app_user"."last_name")) between 48 and 57 or ascii(trim("app_user"."first_name" || ' '
      || "app_user"."last_name")) between 192 and 591 then trim("app_user"."first_name" || ' ' || "app_user"."last_name")
      when trim("app_user"."first_name" || ' ' || "app_user"."last_name") ~ E '…' then '''' || trim("app_user"."first_name" ||
      ' ' || "app_user"."last_name")
      else trim("app_user"."first_name" || ' ' || "app_user"."last_name") end, case
      when state.name is null or state.name = '' then null
      when ascii(state.name) between 65 and 126 or ascii(state.name) between 48 and 57 or ascii(state.name) between 192 and 591
      then state.name
      when state.name ~ E '…' then '''' || state.name
      else state.name end, case
      when substate.name is null or substate.name = '' then null
      when ascii(substate.name) between 65 and 126 or ascii(substate.name) between 48 and 57 or ascii(substate.name) between 192
      and 591 then substate.name
      when substate.name ~ E '…' then '''' || substate.name
      else substate.name end, (array[ 'Neutro', 'Positivo', 'Negativo' ])[h.affinity], to_char(("h"."callback_at" at time zone
      interval '-180 minutes'), 'DD-MM-YYYY HH24:MI'), case
      when h.observations is null or h.observations = '' then null
      when ascii(h.observations) between 65 and 126 or ascii(h.observations) between 48 and 57 or ascii(h.observations) between
      192 and 591 then h.observations
      when h.observations ~ E '…' then '''' || h.observations
      else h.observations end, h.corrects_id, case
      when h.reason is null or h.reason = '' then null
      when ascii(h.reason) between 65 and 126 or ascii(h.reason) between 48 and 57 or ascii(h.reason) between 192 and 591 then
      h.reason
      when h.reason ~ E '…' then '''' || h.reason
      else h.reason end, h.call_id, case
      when correction.is_there then 'Sí'
      else 'No' end
  from call_history h
  join lateral (
    select *
    from call
    where call.id = h.call_id
      and call.id >= '16777216'
      and call.id < '33554432'
    limit 1
  ) call on true
  join state on state.id = h.state_id
  join app_user on app_user.id = h.user_id
  left join substate on substate.id = h.substate_id
  left join lateral (
    select *
    from person
    where person.id = call.person_id
      and true
    limit 1
  ) person on true
  left join lateral (
    select coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name) as name
    from (
      select *
      from person
      where person.id = h.person_id
        and true
      limit 1
    ) person
  ) spoken on true
  left join lateral (
    select true as is_there
    from call_history c
    where c.call_id = h.call_id
      and c.corrects_id = h.id
      and c.created_at between h.created_at - interval '1 day'
      and '2026-03-10T15:00:00.000Z'
    limit 1
  ) correction on true
  where h.campaign_id = '31'
    and h.created_at >= '-infinity' ::timestamptz
    and h.created_at <= '2026-03-10' ::timestamptz
    and (h.created_at, h.id) > ('-infinity' ::timestamptz, '0')
    and (h.created_at, h.id) <= ('2026-03-10' ::timestamptz, '5')
  order by h.created_at, h.id
) to stdout(format csv, delimiter ';');
