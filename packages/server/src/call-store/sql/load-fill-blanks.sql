insert into load_fill_5_1(person_id, id, first_name, last_name, document, birthday, gender, email, nationality, channel, orion_id,
    district_id, section_id, subsection_id)
select person.id, row.id, row.first_name, row.last_name, row.document, row.birthday, row.gender, row.email, row.nationality,
    row.channel, row.orion_id, row.district_id, row.section_id, row.subsection_id
from load_row_5_1 row
join load_known_5_1 known on known.person_row = row.person_row
join person on person.id = known.person_id
where (row.repeats_person or known.adds_data)
  and ((person.document is null and row.document is not null) or (person.birthday is null and row.birthday is not null) or (
    person.gender is null and row.gender is not null) or (person.email is null and row.email is not null) or (person.nationality
    is null and row.nationality is not null) or (person.channel is null and row.channel is not null) or (person.orion_id is null
    and row.orion_id is not null) or (person.district_id is null and row.district_id is not null) or (person.first_name = '' and
    row.first_name <> '') or (person.last_name = '' and row.last_name <> '') or (person.district_id = row.district_id and
    person.section_id is null and row.section_id is not null) or (person.section_id = row.section_id and person.subsection_id is
    null and row.subsection_id is not null) or not person.from_external)
  and row.number not in (
    select no_call.number
    from load_no_call_5_1 no_call
    where no_call.reason between 2 and 4
  );

insert into load_fill_5_1(person_id, id, first_name, last_name, document, birthday, gender, email, nationality, channel, orion_id,
    district_id, section_id, subsection_id)
select $1::bigint + row.person_row, row.id, row.first_name, row.last_name, row.document, row.birthday, row.gender, row.email,
    row.nationality, row.channel, row.orion_id, row.district_id, row.section_id, row.subsection_id
from load_row_5_1 row
join load_row_5_1 made on made.id = row.person_row
where row.repeats_person
  and ((made.document is null and row.document is not null) or (made.birthday is null and row.birthday is not null) or (
    made.gender is null and row.gender is not null) or (made.email is null and row.email is not null) or (made.nationality is
    null and row.nationality is not null) or (made.channel is null and row.channel is not null) or (made.orion_id is null and
    row.orion_id is not null) or (made.district_id is null and row.district_id is not null) or (made.first_name = '' and
    row.first_name <> '') or (made.last_name = '' and row.last_name <> '') or (made.district_id = row.district_id and
    made.section_id is null and row.section_id is not null) or (made.section_id = row.section_id and made.subsection_id is null
    and row.subsection_id is not null))
  and row.number not in (
    select no_call.number
    from load_no_call_5_1 no_call
    where no_call.reason between 2 and 4
  )
  and not exists (
    select
    from load_known_5_1 known
    where known.person_row = row.person_row
  );

select pg_advisory_xact_lock($1, 0);

with given as (
  select fill.person_id, coalesce((array_agg(fill.first_name order by fill.id) filter (where fill.first_name <> ''))[1], '') as
      first_name, coalesce((array_agg(fill.last_name order by fill.id) filter (where fill.last_name <> ''))[1], '') as last_name,
      (array_agg(fill.document order by fill.id) filter (where fill.document is not null))[1] as document, (array_agg(
      fill.birthday order by fill.id) filter (where fill.birthday is not null))[1] as birthday, (array_agg(fill.gender order by
      fill.id) filter (where fill.gender is not null))[1] as gender, (array_agg(fill.email order by fill.id) filter (where
      fill.email is not null))[1] as email, (array_agg(fill.nationality order by fill.id) filter (where fill.nationality is not
      null))[1] as nationality, (array_agg(fill.channel order by fill.id) filter (where fill.channel is not null))[1] as channel,
      (array_agg(fill.orion_id order by fill.id) filter (where fill.orion_id is not null))[1] as orion_id, (array_agg(
      fill.district_id order by fill.id) filter (where fill.district_id is not null))[1] as district_id, (array_agg(
      fill.section_id order by fill.id) filter (where fill.section_id is not null))[1] as section_id, (array_agg(
      fill.subsection_id order by fill.id) filter (where fill.subsection_id is not null))[1] as subsection_id
  from load_fill_5_1 fill
  where fill.person_id >= $1
    and fill.person_id < $2
  group by fill.person_id
),
locked as (
  select person.id
  from person
  join given row on row.person_id = person.id
  where person.erased_at is null
    and ((person.document is null and row.document is not null) or (person.birthday is null and row.birthday is not null) or (
      person.gender is null and row.gender is not null) or (person.email is null and row.email is not null) or (
      person.nationality is null and row.nationality is not null) or (person.channel is null and row.channel is not null) or (
      person.orion_id is null and row.orion_id is not null) or (person.district_id is null and row.district_id is not null) or (
      person.first_name = '' and row.first_name <> '') or (person.last_name = '' and row.last_name <> '') or (person.district_id
      = row.district_id and person.section_id is null and row.section_id is not null) or (person.section_id = row.section_id and
      person.subsection_id is null and row.subsection_id is not null) or not person.from_external)
  order by person.id
  for update of person
)
update person
set document = coalesce(person.document, given.document), birthday = coalesce(person.birthday, given.birthday), gender = coalesce(
    person.gender, given.gender), email = coalesce(person.email, given.email), nationality = coalesce(person.nationality,
    given.nationality), channel = coalesce(person.channel, given.channel), orion_id = coalesce(person.orion_id, given.orion_id),
    kind = case
    when coalesce(person.orion_id, given.orion_id) is null then 'lead'
    else 'contact' end, first_name = case
    when person.first_name = '' then given.first_name
    else person.first_name end, last_name = case
    when person.last_name = '' then given.last_name
    else person.last_name end, district_id = coalesce(person.district_id, given.district_id), section_id = case
    when coalesce(person.district_id, given.district_id) = given.district_id then coalesce(person.section_id, given.section_id)
    else person.section_id end, subsection_id = case
    when coalesce(person.district_id, given.district_id) = given.district_id and coalesce(person.section_id, given.section_id) =
    given.section_id then coalesce(person.subsection_id, given.subsection_id)
    else person.subsection_id end, from_external = person.from_external or $3::boolean, version = person.version + 1, updated_at
    = $4
from given
join locked on locked.id = given.person_id
where person.id = given.person_id;

select distinct number
from person_phone
where person_id in (
  select person_id
  from load_fill_5_1
  where person_id >= $1
    and person_id < $2
);

select person_id as "personId"
from (
  select person_id, row_number() over (order by person_id) as n
  from (
    select distinct person_id
    from load_fill_5_1
  ) ids
) numbered
where n % $1::int = 1
  or $2::int = 1
order by 1;
