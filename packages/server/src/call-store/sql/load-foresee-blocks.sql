select number
from load_no_call_5_1 no_call
join blocked_number using (number)
where no_call.reason in (1, 2)
  and blocked_number.reason in ('DEAD', 'WRONG');

select
from load_known_5_1
where never_called
limit 1;

select distinct row.number
from load_row_5_1 row
join load_known_5_1 known on known.person_row = row.person_row
  and known.never_called
where (row.repeats_person or known.adds_number)
  and row.number not in (
    select no_call.number
    from load_no_call_5_1 no_call
    where no_call.reason between 2 and 4
  );

with row as materialized (
  select row.*, known.person_row is not null as is_known, known.person_id
  from load_row_5_1 row
  left join load_known_5_1 known on known.person_row = row.person_row
  where row.number = any($1::bigint[])
),
named as (
  select row.id, min(person.id) as person_id
  from row
  join person_phone on person_phone.number = row.number
  join person on person.id = person_phone.person_id
  where not row.is_known
    and case
      when person.erased_at is not null then false
      when row.orion_id is not null and person.orion_id is not null then false
      when not (row.first_name = '' and row.last_name = '') and (person.document <> row.document or person.birthday <>
      row.birthday) then false
      else is_same_name(person.first_name, person.last_name, row.first_name, row.last_name) end
  group by row.id
),
brought as (
  select distinct row.number, coalesce(row.person_id, named.person_id) as person_id
  from row
  left join named using (id)
),
on_number as (
  select person_phone.number, person.do_not_call or person.in_review_since is not null as refused, person.dead or
      person_phone.wrong as gone
  from person_phone
  join person on person.id = person_phone.person_id
  where person_phone.number = any($2::bigint[])
  union all select brought.number, coalesce(person.do_not_call or person.in_review_since is not null, false), coalesce(
      person.dead, false)
  from brought
  left join person on person.id = brought.person_id
  left join person_phone there on there.number = brought.number
    and there.person_id = brought.person_id
  where there.number is null
),
invalid as (
  select distinct call.number
  from call
  where call.number = any($3::bigint[])
    and call.invalid
)
select number, bool_or(refused) or bool_and(gone) or bool_or(invalid.number is not null) as blocked
from on_number
left join invalid using (number)
group by number;

delete from load_no_call_5_1
where number = any($1::bigint[])
  and reason = 2
  and number not in (
    select listed_number.number
    from listed_number
    join block_list on block_list.id = listed_number.list_id
    where block_list.removed_at is null
      and listed_number.number = any($2::bigint[])
  );

insert into load_no_call_5_1(number_order, number, reason)
select row.number_order, row.number, 5
from load_row_5_1 row
where row.number_order >= 0
  and row.number = any($1::bigint[])
  and row.number not in (
    select number
    from load_no_call_5_1
  );

select analyze_load_table($1, $2::int, $3::int);

select row.number
from unnest($1::bigint[]) as row(number)
where row.number not in (
  select no_call.number
  from load_no_call_5_1 no_call
  where no_call.reason between 2 and 4
);
