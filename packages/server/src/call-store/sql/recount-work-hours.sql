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
