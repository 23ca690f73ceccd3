insert into person(id, kind, first_name, last_name, document, birthday, gender, email, nationality, channel, orion_id,
    district_id, section_id, subsection_id, from_external, identity, name_keys, created_at, updated_at, loaded_number,
    loaded_mobile)
select $1::bigint + row.person_row, case
    when row.orion_id is null then 'lead'
    else 'contact' end, row.first_name, row.last_name, row.document, row.birthday, row.gender, row.email, row.nationality,
    row.channel, row.orion_id, row.district_id, row.section_id, row.subsection_id, $2::boolean, row.identity, row.name_keys,
    $3::timestamptz, $4::timestamptz, case
    when no_call.number is null then row.number end, case
    when no_call.number is null then row.mobile end
from load_row_5_1 row
left join load_no_call_5_1 no_call on no_call.number = row.number
  and no_call.reason between 2 and 4
where not row.repeats_person
  and not exists (
    select
    from load_known_5_1 known
    where known.person_row = row.person_row
  );

insert into person_phone(number, person_id, mobile, created_at)
select row.number, $1::bigint + row.person_row, row.mobile, $2::timestamptz
from load_row_5_1 row
where not row.repeats_person
  and not exists (
    select
    from load_known_5_1 known
    where known.person_row = row.person_row
  )
  and row.number not in (
    select no_call.number
    from load_no_call_5_1 no_call
    where no_call.reason between 2 and 4
  );

insert into person_phone as phone(number, person_id, mobile, created_at)
select row.number, $1::bigint + row.person_row, bool_or(row.mobile), $2::timestamptz
from load_row_5_1 row
where row.repeats_person
  and not exists (
    select
    from load_known_5_1 known
    where known.person_row = row.person_row
  )
  and row.number not in (
    select no_call.number
    from load_no_call_5_1 no_call
    where no_call.reason between 2 and 4
  )
group by 1, 2
order by 1, 2
on conflict (number, person_id) do update
set mobile = true
where excluded.mobile
  and not phone.mobile;

with pair as materialized (
  select row.number, known.person_id, bool_or(row.mobile) as mobile, bool_or(there.number is not null) as is_there
  from load_row_5_1 row
  join load_known_5_1 known on known.person_row = row.person_row
  left join person_phone there on there.number = row.number
    and there.person_id = known.person_id
  where known.person_id is not null
    and (row.repeats_person or known.adds_number)
    and (there.number is null or row.mobile and not there.mobile)
    and row.number not in (
      select no_call.number
      from load_no_call_5_1 no_call
      where no_call.reason between 2 and 4
    )
  group by 1, 2
),
added as (
  insert into person_phone(number, person_id, mobile, created_at)
  select number, person_id, mobile, $1::timestamptz
  from pair
  where not is_there
  order by 1, 2
  on conflict do nothing
)
select number, person_id
from pair
where is_there;

insert into call(id, number, campaign_id, created_at, updated_at, person_id, interested, birth_year, gender, district_id,
    section_id, subsection_id)
select $1::bigint + row.number_order - width_bucket(row.number_order, (
  select coalesce(array_agg(number_order order by number_order), '{}')
  from load_no_call_5_1
)), row.number, $2::int, $3::timestamptz, $4::timestamptz, coalesce(known.person_id, $5::bigint + row.person_row), coalesce(
    known.interested, false), date_part('year', coalesce(known.birthday, case when made.id is null then row.birthday else
    made.birthday end))::smallint, coalesce(known.gender, case when made.id is null then row.gender else made.gender end)::"char",
    coalesce(known.district_id, case when made.id is null then row.district_id else made.district_id end), case
    when known.district_id is null or known.district_id = (case when made.id is null then row.district_id else made.district_id
    end) then coalesce(known.section_id, case when made.id is null then row.section_id else made.section_id end)
    else known.section_id end, case
    when (known.district_id is null or known.district_id = (case when made.id is null then row.district_id else made.district_id
    end)) and (known.section_id is null or known.section_id = (case when made.id is null then row.section_id else made.section_id
    end)) then coalesce(known.subsection_id, case when made.id is null then row.subsection_id else made.subsection_id end)
    else known.subsection_id end
from load_row_5_1 row
left join load_known_5_1 known on known.person_row = row.person_row
left join (
  select *
  from load_row_5_1
  where id in (
    select person_row
    from load_row_5_1
    where repeats_person
      and number_order >= 0
  )
) made on row.repeats_person
  and made.id = row.person_row
where row.number_order >= 0
  and not exists (
    select
    from load_no_call_5_1 no_call
    where no_call.number_order = row.number_order
  );
