select pg_advisory_xact_lock($1, $2);

/* prepared */
select pg_advisory_xact_lock_shared($1, $2);

select count(*) as n
from call
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.state_id = any($4::bigint[])
  and call.call_count <= $5
  and call.district_id = $6
  and call.operator_id is null
  and not call.blocked
  and not exists (
    select
    from blocked_number
    where blocked_number.number = call.number
  );
