select state.id, state.name, state.color, sum(call_total.n)::int as count
from call_total
join state on state.id = call_total.state_id
where call_total.campaign_id = $1
group by state.id
having sum(call_total.n) > 0
order by count desc, state.id;

select coalesce((
  select sum(n)
  from call_figure
  where campaign_id = $1
    and figure = 'called'
), 0)::int as called, coalesce((
  select sum(n)
  from call_total
  where campaign_id = $2
    and operator_id = 0
), 0)::int as unassigned;
