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
  from (
    select number
    from blocked_number
    union
    select person_phone.number
    from person_phone
    join person on person.id = person_phone.person_id
    where person.do_not_call
      or person.in_review_since is not null
      or person.dead
      or person_phone.wrong
    union
    select number
    from call
    where invalid
  ) as given(number)
  left join lateral (
    select bool_or(person.do_not_call) as refused, bool_or(person.in_review_since is not null) as reviewed, bool_or(person.dead)
        as dead, bool_and(person.dead or person_phone.wrong) as gone
    from person_phone
    join person on person.id = person_phone.person_id
    where person_phone.number = given.number
  ) p on true
)
select judged.number, blocked_number.reason as kept, judged.reason as counted
from judged
left join blocked_number using (number)
where blocked_number.reason is distinct from judged.reason
  and not (exists (
    select
    from "pgboss"."job"
    where name in ('contacts.refresh-calls', 'block-lists.refresh-calls')
      and state in ('created', 'retry', 'active')
  ) or exists (
    select
    from audience_load
    where status = 'COMPLETED'
      and working
  ))
order by 1;
