select pg_advisory_xact_lock_shared($1, 0);

select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
from (
  select number
  from unnest($1::bigint[]) as given(number)
  order by number
) ordered;

update "person_phone"
set "wrong" = $1
where "number" = $2
  and "person_id" = $3
  and "wrong" <> $4;

select "id"
from "audience_load"
where "status" = $1
  and "working" = $2;

with judged as (
  select given.number, case
      when p.refused then 'DO_NOT_CALL'
      when p.reviewed then 'IN_REVIEW'
      when exists (
        select
        from call
        where call.number = given.number
          and call.invalid
      ) then 'INVALID'
      when p.gone and p.dead then 'DEAD'
      when p.gone then 'WRONG' end as reason
  from unnest($1::bigint[]) as given(number)
  left join lateral (
    select bool_or(person.do_not_call) as refused, bool_or(person.in_review_since is not null) as reviewed, bool_or(person.dead)
        as dead, bool_and(person.dead or person_phone.wrong) as gone
    from person_phone
    join person on person.id = person_phone.person_id
    where person_phone.number = given.number
  ) p on true
),
freed as (
  delete from blocked_number using judged
  where blocked_number.number = judged.number
    and judged.reason is null
)
insert into blocked_number as b(number, reason, at)
select number, reason, $2
from judged
where reason is not null
order by number
on conflict (number) do update
set reason = excluded.reason
where b.reason <> excluded.reason;

with truth as (
  select call.id, call.campaign_id, call.operator_id, call.state_id, call.call_count, call.affinity, call.interested,
      call.blocked, (person.erased_at is not null or exists (
        select
        from blocked_number
        where blocked_number.number = call.number
      ) or (campaign.obeys_lists and exists (
        select
        from listed_number
        join block_list on block_list.id = listed_number.list_id
          and block_list.removed_at is null
        where listed_number.number = call.number
      ))) as blocked_now, person.interested as interested_now, extract(year from person.birthday)::smallint as birth_year_now,
      person.gender::"char" as gender_now, person.district_id as district_now, person.section_id as section_now,
      person.subsection_id as subsection_now
  from call
  join campaign on campaign.id = call.campaign_id
    and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
  join person on person.id = call.person_id
  where call.number = any($1::bigint[])
    and (call.blocked, call.interested, call.birth_year, call.gender, call.district_id, call.section_id, call.subsection_id) is
      distinct from ((person.erased_at is not null or exists (
        select
        from blocked_number
        where blocked_number.number = call.number
      ) or (campaign.obeys_lists and exists (
        select
        from listed_number
        join block_list on block_list.id = listed_number.list_id
          and block_list.removed_at is null
        where listed_number.number = call.number
      ))), person.interested, extract(year from person.birthday)::smallint, person.gender::"char", person.district_id,
      person.section_id, person.subsection_id)
  order by call.id
  for update of call skip locked
),
written as (
  update call
  set blocked = truth.blocked_now, interested = truth.interested_now, birth_year = truth.birth_year_now, gender =
      truth.gender_now, district_id = truth.district_now, section_id = truth.section_now, subsection_id = truth.subsection_now
  from truth
  where call.id = truth.id
)
select id, campaign_id, operator_id, state_id, call_count, affinity, interested, blocked, blocked_now, interested_now
from truth
order by id;

select
from call
join campaign on campaign.id = call.campaign_id
  and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
join person on person.id = call.person_id
where call.number = any($1::bigint[])
  and (call.blocked, call.interested, call.birth_year, call.gender, call.district_id, call.section_id, call.subsection_id) is
    distinct from ((person.erased_at is not null or exists (
      select
      from blocked_number
      where blocked_number.number = call.number
    ) or (campaign.obeys_lists and exists (
      select
      from listed_number
      join block_list on block_list.id = listed_number.list_id
        and block_list.removed_at is null
      where listed_number.number = call.number
    ))), person.interested, extract(year from person.birthday)::smallint, person.gender::"char", person.district_id,
    person.section_id, person.subsection_id)
limit 1;

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
where person.id = $1;
