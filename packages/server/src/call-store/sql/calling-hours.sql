select distinct day::text, from_hour, to_hour
from (
  select day, operator_id, extract(hour from (min(first_at) at time zone interval '-180 minutes'))::int as from_hour, extract(
      hour from (max(last_at) at time zone interval '-180 minutes'))::int as to_hour
  from outcome_count
  where day >= $1::date
    and day < $2::date
  group by day, operator_id
  having sum(n) > 0
) worked;
