select pg_advisory_xact_lock($1, $2);

select "id", "name", "status", "id_lo", "id_hi"
from "campaign"
where "id" = $1;

select operator_id, day::text
from (
  select operator_id, day, min(first_at) as first_at, max(last_at) as last_at
  from outcome_count
  where campaign_id = $1
  group by 1, 2
) kept
full join (
  select user_id as operator_id, ("created_at" at time zone interval '-180 minutes')::date as day, min(created_at) as first_at,
      max(created_at) as last_at
  from call_history
  where campaign_id = $2
    and corrects_id is null
  group by 1, 2
) counted using (operator_id, day)
where (kept.first_at, kept.last_at) is distinct from (counted.first_at, counted.last_at)
order by 1, 2;

select operator_id, day::text
from (
  select operator_id, day, min(first_at) as first_at, max(last_at) as last_at
  from outcome_count
  where campaign_id = $1
  group by 1, 2
) kept
full join (
  select user_id as operator_id, ("created_at" at time zone interval '-180 minutes')::date as day, min(created_at) as first_at,
      max(created_at) as last_at
  from call_history
  where campaign_id = $2
    and corrects_id is null
  group by 1, 2
) counted using (operator_id, day)
where (kept.first_at, kept.last_at) is distinct from (counted.first_at, counted.last_at)
order by 1, 2;

delete from outcome_count t using unnest($1::int[], $2::date[]) as given(operator_id, day)
where t.campaign_id = $3
  and t.n = 0
  and t.operator_id = given.operator_id
  and t.day = given.day;

with hours as (
  select user_id as operator_id, ("created_at" at time zone interval '-180 minutes')::date as day, min(created_at) as first_at,
      max(created_at) as last_at
  from call_history
  where campaign_id = $1
    and corrects_id is null
  group by 1, 2
)
update outcome_count t
set first_at = hours.first_at, last_at = hours.last_at
from hours
join unnest($2::int[], $3::date[]) as given(operator_id, day) using (operator_id, day)
where t.campaign_id = $4
  and t.operator_id = hours.operator_id
  and t.day = hours.day;
