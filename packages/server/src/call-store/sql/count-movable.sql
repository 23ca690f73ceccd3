select coalesce(sum(call_total.n), 0)::bigint as n
from call_total
where call_total.campaign_id = $1
  and call_total.operator_id = any($2::bigint[]);

select count(*) as n
from call
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.operator_id = any($4::bigint[])
  and (not call.blocked and not call.invalid and (call.call_count = 0 or call.state_id in (
    select state.id
    from state
    where state.callback
  )))
  and (call.hold_until is null or call.hold_until <= $5);
