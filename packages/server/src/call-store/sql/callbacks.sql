select due.id as call_id, campaign.id as campaign_id, campaign.name as campaign_name, due.number, due.callback_at, coalesce(
    coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name), '') as name,
    noted.observations, campaign.status, campaign.status_before_pause, campaign.status_before_load, campaign.start_date,
    campaign.end_date, exists (
      select
      from call_total
      where call_total.campaign_id = campaign.id
        and call_total.operator_id > 0
        and call_total.n > 0
    ) as has_assigned_calls, coalesce(campaign.calling_rules, (
      select rules
      from calling_default
    )) as rules
from campaign_operator
join campaign on campaign.id = campaign_operator.campaign_id
  and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
cross join lateral (
  select id, number, callback_at, person_id, created_at
  from call
  where call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.operator_id = $1
    and call.callback_at is not null
    and not call.blocked
    and not call.invalid
) due
left join lateral (
  select observations
  from call_history h -- A call's history begins with the call: older months are not looked at.
  where h.call_id = due.id
    and h.created_at >= due.created_at
    and trim(h.observations) <> ''
    and not exists (
      select
      from call_history c
      where c.call_id = h.call_id
        and c.corrects_id = h.id
        and c.created_at >= due.created_at
    )
  order by h.created_at desc, h.id desc
  limit 1
) noted on true
left join person on person.id = due.person_id
  and true
where campaign_operator.user_id = $2
  and exists (
    select "campaign_operator"."campaign_id"
    from "campaign_operator"
    where "campaign_operator"."campaign_id" = "campaign"."id"
      and "campaign_operator"."user_id" = $3::bigint
  )
order by due.callback_at, due.id;
