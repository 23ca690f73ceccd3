select count(*) as n
from call
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.operator_id = any($4::int[])
  and call.segmentation_id = $5
  and (call.hold_until is null or call.hold_until <= $6);
