/* prepared */
select pg_advisory_xact_lock_shared($1, $2);

select "id", "name", "status", "id_lo", "id_hi"
from "campaign"
where "id" = $1;

select call.id, coalesce(counted.parts, 0) as counted
from call
left join (
  select entry.call_id, bit_or(case when entry.hour >= 16 then 4 when entry.hour >= 12 then 2 when entry.hour >= 0 then 1 end)::int
      as parts
  from (
    select call_id, extract(hour from ("created_at" at time zone interval '-180 minutes')) as hour
    from call_history
    where campaign_id = $1
      and corrects_id is null
  ) entry
  group by 1
) counted on counted.call_id = call.id
where call.campaign_id = $2
  and call.id >= $3
  and call.id < $4
  and call.tried_parts <> coalesce(counted.parts, 0)
order by call.id;

select
from call
where id = any($1::bigint[])
  and call.campaign_id = $2
  and call.id >= $3
  and call.id < $4
order by id
for update;

select call.id, coalesce(counted.parts, 0) as counted
from call
left join (
  select entry.call_id, bit_or(case when entry.hour >= 16 then 4 when entry.hour >= 12 then 2 when entry.hour >= 0 then 1 end)::int
      as parts
  from (
    select call_id, extract(hour from ("created_at" at time zone interval '-180 minutes')) as hour
    from call_history
    where campaign_id = $1
      and corrects_id is null
  ) entry
  group by 1
) counted on counted.call_id = call.id
where call.campaign_id = $2
  and call.id >= $3
  and call.id < $4
  and call.tried_parts <> coalesce(counted.parts, 0)
order by call.id;

update call
set tried_parts = given.parts
from unnest($1::bigint[], $2::smallint[]) as given(id, parts)
where call.id = given.id
  and call.campaign_id = $3
  and call.id >= $4
  and call.id < $5;
