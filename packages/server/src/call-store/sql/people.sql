select person.id, person.kind, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name) as
    name, person.first_name, person.last_name, person.business_name, person.document, person.birthday, person.gender,
    person.email, person.nationality, person.channel, person.orion_id, person.district_id, person.section_id,
    person.subsection_id, location_district.display as district_name, location_section.display as section_name,
    location_subsection.display as subsection_name, person.interested, person.dead, person.do_not_call, person.in_review_since,
    person.in_review_by, person.version, person.created_at, person.erased_at, person_phone.wrong
from person_phone
join person on person.id = person_phone.person_id
left join location_district on location_district.id = person.district_id
left join location_section on location_section.id = person.section_id
left join location_subsection on location_subsection.id = person.subsection_id
where person_phone.number = $1
  and true
  and (person.erased_at is null or person.id = $2)
order by person.id <> $3, person.id;
