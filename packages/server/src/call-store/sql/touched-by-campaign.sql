select campaign.id as campaign_id, calls.untouched::int, calls.touched::int
from campaign
cross join lateral (
  select count(*) filter (where (call.call_count = 0 and not call.invalid and call.observations is null and call.callback_at is
      null and (call.hold_until is null or call.hold_until <= $1 or call.hold_by = call.operator_id))) as untouched, count(*)
      filter (where not (call.call_count = 0 and not call.invalid and call.observations is null and call.callback_at is null and (
      call.hold_until is null or call.hold_until <= $2 or call.hold_by = call.operator_id))) as touched
  from call
  where call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.operator_id = $3
) as calls
where campaign.coordinated_by = $4
  or campaign.id in (
    select campaign_id
    from campaign_operator
    where user_id = $5
  )
order by campaign.id desc;
