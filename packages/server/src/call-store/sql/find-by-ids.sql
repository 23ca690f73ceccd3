with found as (
  select call.id, call.campaign_id, campaign.name as campaign_name, campaign.status, call.number, call.person_id, call.state_id,
      call.operator_id, call.last_at
  from call
  join campaign on campaign.id = call.campaign_id
  where call.id = any($1::bigint[])
    and exists (
      select "campaign_operator"."campaign_id"
      from "campaign_operator"
      where "campaign_operator"."campaign_id" = "campaign"."id"
        and "campaign_operator"."user_id" = $2::bigint
    )
  order by ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA')), call.campaign_id desc, call.id
  limit $3
)
select found.id as call_id, found.campaign_id, found.campaign_name, found.number, coalesce(coalesce(nullif(trim(person.first_name
    || ' ' || person.last_name), ''), person.business_name), '') as name, state.name as state_name, state.color as state_color,
    found.last_at as last_call_at, nullif(trim("app_user"."first_name" || ' ' || "app_user"."last_name"), '') as user_name
from found
join state on state.id = found.state_id
left join app_user on app_user.id = found.operator_id
left join person on person.id = found.person_id
  and true
order by ("found"."status" in ('FINALIZANDO', 'FINALIZADA')), found.campaign_id desc, found.id;
