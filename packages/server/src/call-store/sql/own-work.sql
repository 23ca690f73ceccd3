select campaign.id as campaign_id, own.assigned, own.pending, dated.callbacks, dated.due_callbacks
from campaign
cross join lateral (
  select coalesce(sum(n), 0)::int as assigned, coalesce(sum(n) filter (where state_id = 1), 0)::int as pending
  from call_total
  where call_total.campaign_id = campaign.id
    and call_total.operator_id = $1
) own
cross join lateral (
  select count(*)::int as callbacks, count(*) filter (where call.callback_at <= $2)::int as due_callbacks
  from call
  where call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.operator_id = $3
    and call.callback_at is not null
    and not call.blocked
    and not call.invalid
    and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
) dated
where campaign.id = any($4::int[]);
