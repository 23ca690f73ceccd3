copy(
  select case
      when not phone.mobile and call.number < 9000000000 then call.number end, case
      when phone.mobile then call.number end, case
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
      when person.document is null or person.document = '' then null
      when ascii(person.document) between 65 and 126 or ascii(person.document) between 48 and 57 or ascii(person.document)
      between 192 and 591 then person.document
      when person.document ~ E '…' then '''' || person.document
      else person.document end, to_char(person.birthday, 'DD-MM-YYYY'), case
      when person.gender is null or person.gender = '' then null
      when ascii(person.gender) between 65 and 126 or ascii(person.gender) between 48 and 57 or ascii(person.gender) between 192
      and 591 then person.gender
      when person.gender ~ E '…' then '''' || person.gender
      else person.gender end, case
      when person.email is null or person.email = '' then null
      when ascii(person.email) between 65 and 126 or ascii(person.email) between 48 and 57 or ascii(person.email) between 192 and
      591 then person.email
      when person.email ~ E '…' then '''' || person.email
      else person.email end, case
      when person.nationality is null or person.nationality = '' then null
      when ascii(person.nationality) between 65 and 126 or ascii(person.nationality) between 48 and 57 or ascii(
      person.nationality) between 192 and 591 then person.nationality
      when person.nationality ~ E '…' then '''' || person.nationality
      else person.nationality end, case
      when person.channel is null or person.channel = '' then null
      when ascii(person.channel) between 65 and 126 or ascii(person.channel) between 48 and 57 or ascii(person.channel) between
      192 and 591 then person.channel
      when person.channel ~ E '…' then '''' || person.channel
      else person.channel end, case
      when person.orion_id is null or person.orion_id = '' then null
      when ascii(person.orion_id) between 65 and 126 or ascii(person.orion_id) between 48 and 57 or ascii(person.orion_id)
      between 192 and 591 then person.orion_id
      when person.orion_id ~ E '…' then '''' || person.orion_id
      else person.orion_id end, location_district.display, location_section.display, location_subsection.display, case
      when person.business_name is null or person.business_name = '' then null
      when ascii(person.business_name) between 65 and 126 or ascii(person.business_name) between 48 and 57 or ascii(
      person.business_name) between 192 and 591 then person.business_name
      when person.business_name ~ E '…' then '''' || person.business_name
      else person.business_name end, case
      when person.interested then 'Sí'
      else 'No' end, case
      when state.name is null or state.name = '' then null
      when ascii(state.name) between 65 and 126 or ascii(state.name) between 48 and 57 or ascii(state.name) between 192 and 591
      then state.name
      when state.name ~ E '…' then '''' || state.name
      else state.name end, case
      when substate.name is null or substate.name = '' then null
      when ascii(substate.name) between 65 and 126 or ascii(substate.name) between 48 and 57 or ascii(substate.name) between 192
      and 591 then substate.name
      when substate.name ~ E '…' then '''' || substate.name
      else substate.name end, (array[ 'Neutro', 'Positivo', 'Negativo' ])[call.affinity], case
      when trim("app_user"."first_name" || ' ' || "app_user"."last_name") is null or trim("app_user"."first_name" || ' ' ||
      "app_user"."last_name") = '' then null
      when ascii(trim("app_user"."first_name" || ' ' || "app_user"."last_name")) between 65 and 126 or ascii(trim(
      "app_user"."first_name" || ' ' || "app_user"."last_name")) between 48 and 57 or ascii(trim("app_user"."first_name" || ' '
      || "app_user"."last_name")) between 192 and 591 then trim("app_user"."first_name" || ' ' || "app_user"."last_name")
      when trim("app_user"."first_name" || ' ' || "app_user"."last_name") ~ E '…' then '''' || trim("app_user"."first_name" ||
      ' ' || "app_user"."last_name")
      else trim("app_user"."first_name" || ' ' || "app_user"."last_name") end, call.call_count, to_char(("call"."last_at" at time
      zone interval '-180 minutes'), 'DD-MM-YYYY HH24:MI'), to_char(("call"."callback_at" at time zone interval '-180 minutes'),
      'DD-MM-YYYY HH24:MI'), case
      when call.blocked then 'Sí'
      else 'No' end, case
      when call.observations is null or call.observations = '' then null
      when ascii(call.observations) between 65 and 126 or ascii(call.observations) between 48 and 57 or ascii(call.observations)
      between 192 and 591 then call.observations
      when call.observations ~ E '…' then '''' || call.observations
      else call.observations end, to_char(("call"."created_at" at time zone interval '-180 minutes'), 'DD-MM-YYYY HH24:MI'),
      to_char(("call"."updated_at" at time zone interval '-180 minutes'), 'DD-MM-YYYY HH24:MI'), call.id
  from call
  join state on state.id = call.state_id
  left join substate on substate.id = call.substate_id
  left join app_user on app_user.id = call.operator_id
  left join lateral (
    select *
    from person
    where person.id = call.person_id
      and true
    limit 1
  ) person on true
  cross join lateral (
    select case
        when person.loaded_number = call.number then coalesce(person.loaded_mobile, false)
        else coalesce((
          select mobile
          from person_phone
          where number = call.number
            and person_id = call.person_id
        ), false) end as mobile
  ) phone
  left join location_district on location_district.id = person.district_id
  left join location_section on location_section.id = person.section_id
  left join location_subsection on location_subsection.id = person.subsection_id
  where call.campaign_id = '31'
    and call.id >= '16777216'
    and call.id < '33554432'
    and call.state_id = any('{1,3}' ::bigint[])
    and call.call_count <= '4'
    and call.district_id = '02'
    and call.id >= '16777216'
    and call.id < '16777266'
  order by call.id asc
) to stdout(format csv, delimiter ';');
