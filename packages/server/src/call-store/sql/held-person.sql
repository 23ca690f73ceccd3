select person.id, person.kind, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name) as
    name, person.first_name, person.last_name, person.business_name, person.document, person.birthday, person.gender,
    person.email, person.nationality, person.channel, person.orion_id, person.district_id, person.section_id,
    person.subsection_id, location_district.display as district_name, location_section.display as section_name,
    location_subsection.display as subsection_name, person.interested, person.dead, person.do_not_call, person.in_review_since,
    person.in_review_by, person.version, person.created_at, person.erased_at, person.created_at, person.updated_at,
    person.erased_at, trim("reviewer"."first_name" || ' ' || "reviewer"."last_name") as in_review_name
from person
left join location_district on location_district.id = person.district_id
left join location_section on location_section.id = person.section_id
left join location_subsection on location_subsection.id = person.subsection_id
left join app_user reviewer on reviewer.id = person.in_review_by
where person.id = $1;

select own.number, own.mobile, own.wrong, own.created_at, blocked_number.reason as block_reason, (
  select coalesce(json_agg(json_build_object('listId', block_list.id, 'name', block_list.name, 'kind', block_list.kind, 'by',
      trim("loader"."first_name" || ' ' || "loader"."last_name"), 'at', brought.finished_at) order by brought.finished_at,
      block_list.id), '[]')
  from listed_number
  join block_list on block_list.id = listed_number.list_id
    and block_list.removed_at is null
  join block_list_load brought on brought.id = listed_number.load_id
  join app_user loader on loader.id = brought.created_by
  where listed_number.number = own.number
) as block_lists, coalesce((
  select jsonb_agg(jsonb_build_object('id', person.id, 'name', coalesce(coalesce(nullif(trim(person.first_name || ' ' ||
      person.last_name), ''), person.business_name), '')) order by person.id)
  from person_phone
  join person on person.id = person_phone.person_id
  where person_phone.number = own.number
    and person.id <> own.person_id
    and person.erased_at is null
), '[]') as others
from person_phone own
left join blocked_number on blocked_number.number = own.number
where own.person_id = $1
order by own.number;

select call.id, call.number, call.campaign_id, campaign.name as campaign_name, call.person_id = $1 as is_own, state.name as
    state_name, state.color as state_color, substate.name as substate_name, nullif(trim("app_user"."first_name" || ' ' ||
    "app_user"."last_name"), '') as operator_name, call.call_count, case
    when call.person_id = $2 then call.observations end as observations, call.callback_at, call.created_at,
    call_person_change.changed_at as person_changed_at
from call
join campaign on campaign.id = call.campaign_id
join state on state.id = call.state_id
left join substate on substate.id = call.substate_id
  and not call.invalid
left join app_user on app_user.id = call.operator_id
left join call_person_change on call_person_change.call_id = call.id
where call.number = any(array(
  select number
  from person_phone
  where person_id = $3
))
  and (call.person_id = $4 or exists (
    select
    from call_history h
    where h.call_id = call.id
      and h.person_id = $5
  ))
order by call.created_at desc, call.id desc;

with entry as (
  select h.*, coalesce(h.person_id <> $1, false) as is_of_other
  from call_history h
  where h.call_id = any($2::bigint[])
    and (h.call_id = any($3::bigint[]) or h.person_id = $4)
)
select entry.id, entry.call_id, entry.created_at as at, trim("app_user"."first_name" || ' ' || "app_user"."last_name") as
    user_name, state.name as state_name, state.color as state_color, substate.name as substate_name, entry.is_of_other, case
    when not entry.is_of_other then entry.affinity end as affinity, case
    when not entry.is_of_other then entry.observations end as observations, entry.callback_at, case
    when not entry.is_of_other then entry.reason end as reason, exists (
      select
      from call_history c
      where c.call_id = entry.call_id
        and c.corrects_id = entry.id
    ) as is_corrected
from entry
join state on state.id = entry.state_id
join app_user on app_user.id = entry.user_id
left join substate on substate.id = entry.substate_id
order by entry.created_at, entry.id;
