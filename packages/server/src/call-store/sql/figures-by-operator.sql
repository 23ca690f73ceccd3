select operator_id, coalesce(sum(n) filter (where figure is null), 0)::int as total_calls, coalesce(sum(n) filter (where figure =
    $1), 0)::int as total_called, coalesce(sum(n) filter (where figure is null), 0)::int - coalesce(sum(n) filter (where figure =
    $2), 0)::int as pending, coalesce(sum(n) filter (where figure = $3), 0)::int as total_re_called, coalesce(sum(n) filter (
    where state_id = any($4::int[])), 0)::int as contacted, coalesce(sum(n) filter (where state_id = any($5::int[])), 0)::int as
    effective, coalesce(sum(n) filter (where state_id = $6), 0)::int as takeover_by_mail, coalesce(sum(n) filter (where state_id
    = $7), 0)::int as takeover_by_whatsapp, coalesce(sum(n) filter (where figure = $8), 0)::int as participate, coalesce(sum(n)
    filter (where figure = $9), 0)::int as positive, coalesce(sum(n) filter (where figure = $10), 0)::int as neutral, coalesce(
    sum(n) filter (where figure = $11), 0)::int as negative
from (
  select operator_id, state_id, null as figure, n
  from call_total
  where campaign_id = $12
  union all select operator_id, null, figure, n
  from call_figure
  where campaign_id = $13
) counted
where operator_id > 0
group by 1
having sum(n) > 0
order by 1;
