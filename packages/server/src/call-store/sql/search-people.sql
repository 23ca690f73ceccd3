with begins as (
  select person_id
  from person_phone
  where number >= $1::bigint
    and number < $2::bigint
  limit $3
),
ends as (
  select distinct call.number
  from call
  where (call.number % 10000 = $4 and call.number % $5::bigint = $6::bigint)
  limit $7
)
select person_id
from begins
union
select person_phone.person_id
from ends
join person_phone using (number)
order by person_id
limit $8;

select id
from person
where id = any($1::bigint[])
  and ((person.first_name || ' ' || person.last_name || ' ' || person.business_name) ~ $2 and (person.first_name || ' ' ||
    person.last_name || ' ' || person.business_name) ~ $3)
order by id;

select person.id
from person
where ((person.document collate "C" = any($1::text[])) and ((person.first_name || ' ' || person.last_name || ' ' ||
    person.business_name) ~ $2 and (person.first_name || ' ' || person.last_name || ' ' || person.business_name) ~ $3))
limit $4;

select person.id, person.kind, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name) as
    name, person.first_name, person.last_name, person.business_name, person.document, person.birthday, person.gender,
    person.email, person.nationality, person.channel, person.orion_id, person.district_id, person.section_id,
    person.subsection_id, location_district.display as district_name, location_section.display as section_name,
    location_subsection.display as subsection_name, person.interested, person.dead, person.do_not_call, person.in_review_since,
    person.in_review_by, person.version, person.created_at, person.erased_at, person.erased_at, array(
      select person_phone.number
      from person_phone
      where person_phone.person_id = person.id
      order by number
    ) as numbers
from person
left join location_district on location_district.id = person.district_id
left join location_section on location_section.id = person.section_id
left join location_subsection on location_subsection.id = person.subsection_id
where person.id = any($1::bigint[])
order by person.last_name collate "es-x-icu", person.first_name collate "es-x-icu", person.id;
