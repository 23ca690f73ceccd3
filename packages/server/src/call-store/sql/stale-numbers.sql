select distinct call.number
from call
join campaign on campaign.id = call.campaign_id
  and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
join person on person.id = call.person_id
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
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
