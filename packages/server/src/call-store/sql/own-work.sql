select campaign.id as campaign_id, own.assigned, own.pending, coalesce(open.to_call, 0) as to_call, dated.callbacks,
    dated.due_callbacks
from campaign
left join (
  select counted.campaign_id, counted.operator_id, counted.total, greatest(0, counted.never_called - coalesce(barred.never_called,
      0))::int as never_called, greatest(0, counted.open - coalesce(barred.open, 0) - coalesce(spent.open, 0))::int as to_call
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
  left join (
    select campaign.id as campaign_id, coalesce(tried.operator_id, 0) as operator_id, count(*) as open
    from campaign
    join state on (state.id = 1 or state.callback)
    cross join lateral (
      select call.operator_id
      from call
      where call.campaign_id = campaign.id
        and call.id >= campaign.id_lo
        and call.id < campaign.id_hi
        and call.state_id = state.id
        and not call.blocked
        and call.call_count >= (coalesce(campaign.calling_rules, (
          select rules
          from calling_default
        )) ->> 'attemptsInAll')::int
        and call.operator_id = $5
    ) tried
    where campaign.id = any(array(
      select campaign.id
      from campaign_operator
      join campaign on campaign.id = campaign_operator.campaign_id
        and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
      where campaign_operator.user_id = $6
    ))
      and (coalesce(campaign.calling_rules, (
        select rules
        from calling_default
      )) ->> 'attemptsInAll')::int is not null
    group by 1, 2
  ) spent using (campaign_id, operator_id)
) open on open.campaign_id = campaign.id
cross join lateral (
  select coalesce(sum(n), 0)::int as assigned, coalesce(sum(n) filter (where state_id = 1), 0)::int as pending
  from call_total
  where call_total.campaign_id = campaign.id
    and call_total.operator_id = $7
) own
cross join lateral (
  select count(*)::int as callbacks, count(*) filter (where call.callback_at <= $8)::int as due_callbacks
  from call
  where call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.operator_id = $9
    and call.callback_at is not null
    and not call.blocked
    and not call.invalid
    and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
) dated
where campaign.id = any(array(
  select campaign.id
  from campaign_operator
  join campaign on campaign.id = campaign_operator.campaign_id
    and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
  where campaign_operator.user_id = $10
));
