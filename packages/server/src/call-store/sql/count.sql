select coalesce(sum(call_total.n), 0)::bigint as n
from call_total
where call_total.campaign_id = $1
  and call_total.state_id = any($2::bigint[]);

select count(*) as n
from call
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.state_id = any($4::bigint[])
  and call.call_count <= $5
  and call.district_id = $6
  and call.operator_id is null
  and not call.blocked;
