select coalesce(sum(n), 0)::int as calls_made, coalesce(sum(n) filter (where state.contactability), 0)::int as contacted,
    coalesce(sum(n) filter (where state.effectiveness), 0)::int as effective
from outcome_count
join state on state.id = outcome_count.state_id
where operator_id = $1
  and day = $2;

select coalesce(sum(to_call), 0)::int as pending
from (
  select counted.campaign_id, counted.operator_id, counted.total, greatest(0, counted.never_called - coalesce(barred.never_called,
      0))::int as never_called, greatest(0, counted.open - coalesce(barred.open, 0))::int as to_call
  from (
    select call_total.campaign_id, call_total.operator_id, sum(n)::int as total, coalesce(sum(n) filter (where state.id = 1), 0)
        as never_called, coalesce(sum(n) filter (where (state.id = 1 or state.callback)), 0) as open
    from call_total
    join state on state.id = call_total.state_id
    where call_total.campaign_id = any(array(
      select campaign.id
      from campaign_operator
      join campaign on campaign.id = campaign_operator.campaign_id
        and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
      where campaign_operator.user_id = $1
    ))
      and call_total.operator_id = $2
    group by 1, 2
  ) counted
  left join (
    select campaign.id as campaign_id, coalesce(blocked.operator_id, 0) as operator_id, count(*) filter (where state.id = 1) as
        never_called, count(*) as open
    from campaign
    cross join lateral (
      select call.operator_id, call.state_id
      from call
      where call.campaign_id = campaign.id
        and call.id >= campaign.id_lo
        and call.id < campaign.id_hi
        and call.blocked
        and call.operator_id = $3
    ) blocked
    join state on state.id = blocked.state_id
      and (state.id = 1 or state.callback)
    where campaign.id = any(array(
      select campaign.id
      from campaign_operator
      join campaign on campaign.id = campaign_operator.campaign_id
        and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
      where campaign_operator.user_id = $4
    ))
    group by 1, 2
  ) barred using (campaign_id, operator_id)
) own;
