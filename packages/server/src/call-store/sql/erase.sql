select pg_advisory_xact_lock_shared($1, 0);

select distinct number
from person_phone
where person_id = any($1::bigint[])
order by number;

select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
from (select number from unnest($1::bigint[]) as given(number) order by number) ordered;

select id, first_name, last_name, business_name, document, email, orion_id, identity::text as identity, created_at
from person
where id = any($1::bigint[])
order by id
for update;

select distinct person_phone.number
from person_phone
join person on person.id = person_phone.person_id
where person_phone.number = any($1::bigint[])
  and person.id <> all ($2::bigint[])
  and person.erased_at is null
order by 1;

select id
from audience_load
where working
  or exists (select from audience_load_file where load_id = id and file_key is not null)
order by id;

select
  call.id,
  call.number,
  call.person_id,
  call.campaign_id,
  call.callback_at,
  call.person_id <> all ($1::bigint[]) as is_other,
  not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA')) and not call.blocked and not call.invalid as is_open,
  case
    when not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
    and call.person_id = any($2::bigint[]) then (
      select min(other.id)
      from person_phone
      join person other on other.id = person_phone.person_id
      where person_phone.number = call.number
        and other.id <> all ($3::bigint[])
        and other.erased_at is null
        and other.interested = call.interested
    )
  end as new_person_id
from call
join campaign on campaign.id = call.campaign_id
where call.number = any($4::bigint[])
order by call.id
for update of call;

update call
set
  person_id = coalesce(given.new_person_id, call.person_id),
  number = case when call.number = any($1::bigint[]) then nextval('erased_number') else call.number end,
  observations = null,
  callback_at = null,
  hold_by = null,
  hold_until = null,
  hold_for = null,
  birth_year = case when given.is_kept then call.birth_year end,
  gender = case when given.is_kept then call.gender end,
  district_id = case when given.is_kept then call.district_id end,
  section_id = case when given.is_kept then call.section_id end,
  subsection_id = case when given.is_kept then call.subsection_id end,
  version = call.version + 65536,
  updated_at = $2
from (
  select given.id, given.new_person_id, not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA')) as is_kept
  from unnest($3::bigint[], $4::bigint[]) as given(id, new_person_id)
  join call known on known.id = given.id
  join campaign on campaign.id = known.campaign_id
) given
where call.id = given.id
returning call.number;

insert into call_person_change(call_id, changed_at)
select id, $1
from unnest($2::bigint[]) as given(id)
on conflict (call_id) do update
set changed_at = excluded.changed_at;

update call
set version = version + 65536, updated_at = $1
where id = any($2::bigint[])
  and exists (
    select
    from call_history h
    where h.call_id = call.id
      and h.person_id = any($3::bigint[])
      and (h.observations is not null or h.reason <> '(borrado)')
  )
returning id;

select erase_history_words($1::bigint[], $2::bigint[], true) + erase_history_words(
  array(select id from call where number = any($3::bigint[])),
  $4::bigint[],
  false
) as entries;

update call_question
set question = '(borrado)', answer = case when answer is not null then '(borrado)' end
from call_history h
where h.call_id = call_question.call_id
  and h.id = call_question.entry_id
  and (
    call_question.call_id = any($1::bigint[])
    and (h.person_id is null or h.person_id = any($2::bigint[]))
    or call_question.call_id = any($3::bigint[])
    and h.person_id = any($4::bigint[])
  );

update survey_link
set digest = null
where call_id = any($1::bigint[])
  and digest is not null;

update interview_text t
set words = '(borrado)'
from interview_save s
where s.id = t.save_id
  and t.call_id = any($1::bigint[])
  and (
    t.call_id = any($2::bigint[])
    and (
      s.entry_id is null
      or not exists (
        select
        from call_history h
        where h.id = s.entry_id
          and h.call_id = s.call_id
          and h.person_id <> all ($3::bigint[])
      )
    )
    or s.entry_id is not null
    and exists (
      select
      from call_history h
      where h.id = s.entry_id
        and h.call_id = s.call_id
        and h.person_id = any($4::bigint[])
    )
  );

with kept as materialized (
  select nextval('person_id_seq') as id, number
  from (
    select distinct person_phone.number
    from person_phone
    join person on person.id = person_phone.person_id
    where person.id = any($1::bigint[])
      and (person.do_not_call or $2 and person_phone.number = any($3::bigint[]))
  ) numbers
),
rows as (
  insert into person(id, kind, do_not_call, erased_at, created_at, updated_at)
  select id, 'lead', true, $4, $5, $6
  from kept
)
insert into person_phone(number, person_id, created_at)
select number, id, $7
from kept;

insert into erased_partition(relation)
select leaf::regclass::text
from (
  select tableoid as leaf
  from person
  where id = any($1::bigint[])
  union
  select tableoid
  from person_phone
  where person_id = any($2::bigint[])
  union
  select tableoid
  from call
  where id = any($3::bigint[])
  union
  select tableoid
  from call_history
  where call_id = any($4::bigint[])
) touched
order by 1
on conflict (relation) do update
set recorded_at = clock_timestamp();

delete from person_phone
where person_id = any($1::bigint[]);

update person
set
  kind = 'lead',
  orion_id = null,
  first_name = '',
  last_name = '',
  business_name = '',
  document = null,
  birthday = null,
  gender = null,
  nationality = null,
  channel = null,
  email = null,
  district_id = null,
  section_id = null,
  subsection_id = null,
  do_not_call = false,
  in_review_since = null,
  in_review_by = null,
  identity = null,
  loaded_number = null,
  loaded_mobile = null,
  erased_at = coalesce(erased_at, $1),
  version = version + 1,
  updated_at = $2
where id = any($3::bigint[]);

with computed as (
  select
    given.number,
    case
      when p.refused then 'DO_NOT_CALL'
      when p.reviewed then 'IN_REVIEW'
      when exists (select from call where call.number = given.number and call.invalid) then 'INVALID'
      when p.gone and p.dead then 'DEAD'
      when p.gone then 'WRONG'
    end as reason
  from unnest($1::bigint[]) as given(number)
  left join lateral (
    select
      bool_or(person.do_not_call) as refused,
      bool_or(person.in_review_since is not null) as reviewed,
      bool_or(person.dead) as dead,
      bool_and(person.dead or person_phone.wrong) as gone
    from person_phone
    join person on person.id = person_phone.person_id
    where person_phone.number = given.number
  ) p on true
),
freed as (
  delete from blocked_number using computed
  where blocked_number.number = computed.number
    and computed.reason is null
)
insert into blocked_number as b(number, reason, at)
select number, reason, $2
from computed
where reason is not null
order by number
on conflict (number) do update
set reason = excluded.reason
where b.reason <> excluded.reason;

with stale as (
  select
    call.id,
    call.campaign_id,
    call.operator_id,
    call.state_id,
    call.call_count,
    call.affinity,
    call.interested,
    call.blocked,
    call.in_reserve,
    (
      person.erased_at is not null
      or exists (select from blocked_number where blocked_number.number = call.number)
      or (
        campaign.obeys_lists
        and exists (
          select
          from listed_number
          join block_list on block_list.id = listed_number.list_id
            and block_list.removed_at is null
          where listed_number.number = call.number
        )
      )
    ) as blocked_now,
    person.interested as interested_now,
    extract(year from person.birthday)::smallint as birth_year_now,
    person.gender::"char" as gender_now,
    person.district_id as district_now,
    person.section_id as section_now,
    person.subsection_id as subsection_now
  from call
  join campaign on campaign.id = call.campaign_id
    and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
  join person on person.id = call.person_id
  where call.number = any($1::bigint[])
    and (
      call.blocked, call.interested, call.birth_year, call.gender, call.district_id, call.section_id, call.subsection_id
    ) is distinct from (
      (
        person.erased_at is not null
        or exists (select from blocked_number where blocked_number.number = call.number)
        or (
          campaign.obeys_lists
          and exists (
            select
            from listed_number
            join block_list on block_list.id = listed_number.list_id
              and block_list.removed_at is null
            where listed_number.number = call.number
          )
        )
      ),
      person.interested,
      extract(year from person.birthday)::smallint,
      person.gender::"char",
      person.district_id,
      person.section_id,
      person.subsection_id
    )
  order by call.id
  for update of call
),
written as (
  update call
  set
    blocked = stale.blocked_now,
    interested = stale.interested_now,
    birth_year = stale.birth_year_now,
    gender = stale.gender_now,
    district_id = stale.district_now,
    section_id = stale.section_now,
    subsection_id = stale.subsection_now
  from stale
  where call.id = stale.id
)
select
  id,
  campaign_id,
  operator_id,
  state_id,
  call_count,
  affinity,
  interested,
  blocked,
  in_reserve,
  blocked_now,
  interested_now
from stale
order by id;
