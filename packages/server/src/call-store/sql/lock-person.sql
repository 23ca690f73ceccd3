select pg_advisory_xact_lock_shared($1, 0);

select "number"
from "person_phone"
where "person_id" = $1
order by "number";

select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
from (
  select number
  from unnest($1::bigint[]) as given(number)
  order by number
) ordered;

select person.id, person.kind, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name) as
    name, person.first_name, person.last_name, person.business_name, person.document, person.birthday, person.gender,
    person.email, person.nationality, person.channel, person.orion_id, person.district_id, person.section_id,
    person.subsection_id, location_district.display as district_name, location_section.display as section_name,
    location_subsection.display as subsection_name, person.interested, person.dead, person.do_not_call, person.in_review_since,
    person.in_review_by, person.version, person.created_at, person.erased_at
from person
left join location_district on location_district.id = person.district_id
left join location_section on location_section.id = person.section_id
left join location_subsection on location_subsection.id = person.subsection_id
where person.id = $1
  and person.erased_at is null
  and person.kind = $2
  and true
for update of person;

select
from call
join campaign on campaign.id = call.campaign_id
where call.number = any($1::bigint[])
  and exists (
    select "campaign_operator"."campaign_id"
    from "campaign_operator"
    where "campaign_operator"."campaign_id" = "campaign"."id"
      and "campaign_operator"."user_id" = $2::bigint
  )
limit 1;
