select call.id - $1::bigint
from call
where call.campaign_id = $2
  and call.id >= $3
  and call.id < $4
  and call.state_id = any($5::bigint[])
  and call.call_count <= $6
  and call.district_id = $7
order by (call.number * $8::bigint + (call.id & $9::bigint)) asc;
