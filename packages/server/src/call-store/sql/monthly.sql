select external, sum(n)::float8 as total
from call_total
join campaign on campaign.id = call_total.campaign_id
group by 1;

select to_char(day, 'YYYY-MM') as month, external, sum(n)::float8 as total, coalesce(sum(n) filter (where contactability), 0)::float8
    as contacted, coalesce(sum(n) filter (where effectiveness), 0)::float8 as effective
from (
  select day, campaign_id, state_id, sum(n) as n
  from outcome_count
  where day >= $1
  group by 1, 2, 3
) counted
join campaign on campaign.id = counted.campaign_id
join state on state.id = counted.state_id
group by 1, 2;
