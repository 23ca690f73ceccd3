insert into load_known_5_1(
  person_row, person_id, adds_data, adds_number, never_called, interested, birthday, gender, district_id, section_id,
  subsection_id
)
select
  row.person_row,
  person.id,
  true,
  true,
  person.do_not_call or person.in_review_since is not null or person.dead,
  person.interested,
  person.birthday,
  person.gender,
  person.district_id,
  person.section_id,
  person.subsection_id
from load_row_5_1 row
join person on person.orion_id = row.orion_id
where not row.repeats_person;

insert into load_known_5_1(
  person_row, person_id, adds_data, adds_number, never_called, interested, birthday, gender, district_id, section_id,
  subsection_id
)
select
  found.person_row,
  person.id,
  true,
  true,
  person.do_not_call or person.in_review_since is not null or person.dead,
  person.interested,
  person.birthday,
  person.gender,
  person.district_id,
  person.section_id,
  person.subsection_id
from (
  select min(person_row) as person_row, person_id
  from (
    select row.person_row, min(person.id) as person_id
    from load_row_5_1 row
    join person on person.identity = row.identity
    where not row.repeats_person
      and row.orion_id is not null
      and person.orion_id is null
      and not exists (select from load_known_5_1 known where known.person_row = row.person_row)
      and case
        when person.erased_at is not null then false
        when row.first_name = '' and row.last_name = '' then person.first_name = '' and person.last_name = ''
        when row.document is not null and person.document is not null then person.document = row.document
        when row.birthday is not null and person.birthday is not null and row.document is null then person.birthday =
            row.birthday
        else true
      end
    group by 1
  ) each
  group by person_id
) found
join person on person.id = found.person_id;

insert into load_known_5_1(
  person_row, person_id, adds_data, adds_number, never_called, interested, birthday, gender, district_id, section_id,
  subsection_id
)
select distinct on (1)
  row.person_row,
  person.id,
  (
    (person.document is null and row.document is not null)
    or (person.birthday is null and row.birthday is not null)
    or (person.gender is null and row.gender is not null)
    or (person.email is null and row.email is not null)
    or (person.nationality is null and row.nationality is not null)
    or (person.channel is null and row.channel is not null)
    or (person.orion_id is null and row.orion_id is not null)
    or (person.district_id is null and row.district_id is not null)
    or (person.first_name = '' and row.first_name <> '')
    or (person.last_name = '' and row.last_name <> '')
    or (person.district_id = row.district_id and person.section_id is null and row.section_id is not null)
    or (person.section_id = row.section_id and person.subsection_id is null and row.subsection_id is not null)
    or not person.from_external
  ),
  (person.loaded_number = row.number and (person.loaded_mobile or not row.mobile)) is not true,
  person.do_not_call or person.in_review_since is not null or person.dead,
  person.interested,
  person.birthday,
  person.gender,
  person.district_id,
  person.section_id,
  person.subsection_id
from load_row_5_1 row
join person on person.identity = row.identity
where not row.repeats_person
  and row.orion_id is null
  and case
    when person.erased_at is not null then false
    when row.first_name = '' and row.last_name = '' then person.first_name = '' and person.last_name = ''
    when row.document is not null and person.document is not null then person.document = row.document
    when row.birthday is not null and person.birthday is not null and row.document is null then person.birthday =
        row.birthday
    else true
  end
  and not exists (select from load_known_5_1 known where known.person_row = row.person_row)
order by 1, 2;

select analyze_load_table($1, $2::int, $3::int);

with touched as materialized (
  select distinct row.person_row
  from load_row_5_1 row
  join load_no_call_5_1 no_call on no_call.number = row.number
    and no_call.reason between 2 and 4
)
insert into load_known_5_1(person_row)
select row.person_row
from touched
join load_row_5_1 row on row.person_row = touched.person_row
left join load_no_call_5_1 no_call on no_call.number = row.number
  and no_call.reason between 2 and 4
where not exists (select from load_known_5_1 known where known.person_row = row.person_row)
group by row.person_row
having bool_and(no_call.number is not null);

select
  count(*)::int as all,
  count(person_id)::int as known,
  count(*) filter (where adds_data)::int as adds_data,
  count(*) filter (where adds_number)::int as adds_number,
  count(*) filter (where interested)::int as interested
from load_known_5_1;

select count(*)::int as n
from load_row_5_1 row
join load_known_5_1 known on known.person_row = row.person_row
where known.interested
  and row.number_order >= 0
  and not exists (
    select
    from load_no_call_5_1 no_call
    where no_call.number_order = row.number_order
  );

insert into load_known_5_1(
  person_row, person_id, adds_data, adds_number, never_called, interested, birthday, gender, district_id, section_id,
  subsection_id
)
select
  found.person_row,
  person.id,
  true,
  true,
  person.do_not_call or person.in_review_since is not null or person.dead,
  person.interested,
  person.birthday,
  person.gender,
  person.district_id,
  person.section_id,
  person.subsection_id
from (
  select min(person_row) as person_row, person_id
  from (
    select row.person_row, min(person.id) as person_id
    from load_row_5_1 row
    join person_phone on person_phone.number = row.number
    join person on person.id = person_phone.person_id
    where not row.repeats_person
      and not exists (select from load_known_5_1 known where known.person_row = row.person_row)
      and case
        when person.erased_at is not null then false
        when row.orion_id is not null and person.orion_id is not null then false
        when not (row.first_name = '' and row.last_name = '') and (
          person.document <> row.document
          or person.birthday <> row.birthday
        ) then false
        else is_same_name(person.first_name, person.last_name, row.first_name, row.last_name)
      end
    group by 1
  ) each
  group by person_id
) found
join person on person.id = found.person_id;
