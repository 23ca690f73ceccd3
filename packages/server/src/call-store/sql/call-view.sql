select call.id, call.campaign_id, campaign.name as campaign_name, call.number, call.person_id, person.kind as person_kind,
    person.channel, call.state_id, state.name as state_name, state.color as state_color, substate.name as substate_name,
    call.call_count, call.callback_at, state.callback, state.contactability, call.tried_parts, campaign.retry_other_hours,
    call.observations, call.invalid, call.operator_id, trim("operator"."first_name" || ' ' || "operator"."last_name") as
    operator_name, holder.id as held_by_id, trim("holder"."first_name" || ' ' || "holder"."last_name") as held_by_name,
    campaign.form_url, case
    when person.erased_at is not null then 'ERASED'
    else blocked_number.reason end as block_reason, case
    when campaign.obeys_lists then (
      select coalesce(json_agg(json_build_object('listId', block_list.id, 'name', block_list.name, 'kind', block_list.kind, 'by',
          trim("loader"."first_name" || ' ' || "loader"."last_name"), 'at', brought.finished_at) order by brought.finished_at,
          block_list.id), '[]')
      from listed_number
      join block_list on block_list.id = listed_number.list_id
        and block_list.removed_at is null
      join block_list_load brought on brought.id = listed_number.load_id
      join app_user loader on loader.id = brought.created_by
      where listed_number.number = call.number
    )
    else '[]' end as block_lists, call.version, case
    when (
      select across_campaigns
      from calling_default
    ) then everywhere.today
    when call.day = $1::date then call.day_count
    else 0 end as today, case
    when (
      select across_campaigns
      from calling_default
    ) then everywhere.in_all
    else call.call_count end as in_all, case
    when (
      select across_campaigns
      from calling_default
    ) then everywhere.last_at
    else call.last_at end as last_at
from call
join campaign on campaign.id = call.campaign_id
join person on person.id = call.person_id
join state on state.id = call.state_id
left join substate on substate.id = call.substate_id
  and not call.invalid
left join app_user operator on operator.id = call.operator_id
left join app_user holder on holder.id = call.hold_by
  and call.hold_until > $2
  and holder.id <> $3
left join blocked_number on blocked_number.number = call.number
cross join lateral (
  select coalesce(sum(other.day_count) filter (where other.day = $4::date), 0)::int as today, coalesce(sum(other.call_count)
      filter (where not ("at_campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))), 0)::int as in_all, max(other.last_at) as
      last_at, coalesce(bool_or(other.id <> call.id and other.hold_until > $5), false) as is_open_elsewhere
  from call other
  join campaign at_campaign on at_campaign.id = other.campaign_id
  where other.number = call.number
    and (
      select across_campaigns
      from calling_default
    )
) everywhere
where call.id = $6
  and (call.number = $7 or person.erased_at is not null)
  and exists (
    select "campaign_operator"."campaign_id"
    from "campaign_operator"
    where "campaign_operator"."campaign_id" = "campaign"."id"
      and "campaign_operator"."user_id" = $8::bigint
  );
