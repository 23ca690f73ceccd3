select pg_advisory_xact_lock_shared($1, 0);

select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
from (
  select number
  from unnest($1::bigint[]) as given(number)
  order by number
) ordered;

update call
set operator_id = $1, observations = $2, invalid = $3, state_id = $4, state_before_invalid = $5, segmentation_id = null, version
    = version + 1, updated_at = $6
where id = $7
  and call.id >= $8
  and call.id < $9;

select move_call_totals($1::int[], $2::int[], $3::int[], $4::int[]);

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

select move_call_figures($1::int[], $2::int[], $3::text[], $4::int[]);

with recursive registration as (
  select h.id as root, h.id, h.campaign_id, h.user_id as operator_id, h.state_id, coalesce(h.affinity, 0) as affinity, (
      "h"."created_at" at time zone interval '-180 minutes')::date as day, given.delta
  from unnest($1::bigint[], $2::int[]) as given(call_id, delta)
  join call_history h on h.call_id = given.call_id
    and h.corrects_id is null
),
corrected as (
  select *
  from registration
  union all select corrected.root, h.id, h.campaign_id, corrected.operator_id, h.state_id, coalesce(h.affinity, 0), corrected.day,
      corrected.delta
  from corrected
  join call_history h on h.corrects_id = corrected.id
    and h.call_id = any($3::bigint[])
),
move as (
  select campaign_id, operator_id, day, state_id, affinity, sum(delta)::int as delta
  from (
    select distinct on (root) *
    from corrected
    order by root, id desc
  ) standing
  group by 1, 2, 3, 4, 5
),
locked as (
  select campaign_id, operator_id, day, state_id, affinity, move.delta
  from outcome_count
  join move using (campaign_id, operator_id, day, state_id, affinity)
  order by 1, 2, 3, 4, 5
  for update of outcome_count
)
update outcome_count t
set interested = t.interested + locked.delta
from locked
where (t.campaign_id, t.operator_id, t.day, t.state_id, t.affinity) = (locked.campaign_id, locked.operator_id, locked.day,
    locked.state_id, locked.affinity);

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
