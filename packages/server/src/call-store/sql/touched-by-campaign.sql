select campaign.id as campaign_id, u.id as operator_id, trim("u"."first_name" || ' ' || "u"."last_name") as name, calls.*
from app_user u
join campaign on campaign.coordinated_by = u.id
  or campaign.id in (
    select campaign_id
    from campaign_operator
    where user_id = $1
  )
cross join lateral (
  select count(*) filter (where (call.call_count = 0 and not call.invalid and call.observations is null and call.callback_at is
      null and (call.hold_until is null or call.hold_until <= $2 or call.hold_by = call.operator_id)))::int as untouched, count(*)
      filter (where not (call.call_count = 0 and not call.invalid and call.observations is null and call.callback_at is null and (
      call.hold_until is null or call.hold_until <= $3 or call.hold_by = call.operator_id)))::int as touched, count(*) filter (
      where (not call.blocked and not call.invalid and (call.call_count = 0 or call.state_id in (
        select state.id
        from state
        where state.callback
      ))))::int as pending, count(*) filter (where (not call.blocked and not call.invalid and (call.call_count = 0 or
      call.state_id in (
        select state.id
        from state
        where state.callback
      ))) and call.callback_at is not null)::int as callbacks, count(*) filter (where call.hold_by = call.operator_id and
      call.hold_until > $4)::int as held
  from call
  where call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.operator_id = $5
) as calls
where u.id = $6
  and true
order by campaign.id desc;
