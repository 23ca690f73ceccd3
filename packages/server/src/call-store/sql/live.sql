select
  r.user_id as operator_id,
  count(*) filter (where r.created_at > $1)::int as calls,
  count(*) filter (where r.created_at > $2 and state.contactability)::int as contacted,
  array[
    count(*) filter (where r.created_at > $3 and r.created_at <= $4),
    count(*) filter (where r.created_at > $5 and r.created_at <= $6),
    count(*) filter (where r.created_at > $7 and r.created_at <= $8),
    count(*) filter (where r.created_at > $9 and r.created_at <= $10),
    count(*) filter (where r.created_at > $11 and r.created_at <= $12),
    count(*) filter (where r.created_at > $13 and r.created_at <= $14)
  ]::int[] as ten_minutes,
  count(*) filter (where r.created_at <= $15)::int as calls_before,
  count(*) filter (where r.created_at <= $16 and state.contactability)::int as contacted_before
from (
  with recursive correction as materialized (
    select id, corrects_id, state_id, affinity
    from call_history
    where campaign_id = any($17::int[])
      and created_at >= $18
      and corrects_id is not null
  ),
  outcome as (
    select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
    from call_history h
    where h.campaign_id = any($19::int[])
      and h.created_at >= $20
      and h.created_at < $21
      and h.corrects_id is null
      and true
    union all
    select
      outcome.registration_id,
      correction.id,
      outcome.call_id,
      outcome.user_id,
      outcome.created_at,
      outcome.again,
      correction.state_id,
      correction.affinity
    from outcome
    join correction on correction.corrects_id = outcome.id
  )
  select registration_id, call_id, user_id, created_at, again, state_id, affinity
  from outcome
  where not exists (select from correction where correction.corrects_id = outcome.id)
) r
join state on state.id = r.state_id
group by 1;

select
  outcome_count.campaign_id,
  outcome_count.day::text,
  outcome_count.operator_id,
  sum(outcome_count.n)::int as calls,
  sum(outcome_count.n - outcome_count.again)::int as first_calls,
  coalesce(sum(outcome_count.n) filter (where state.contactability), 0)::int as contacted,
  max(outcome_count.last_at) as last_at
from outcome_count
join state on state.id = outcome_count.state_id
where outcome_count.campaign_id = any($1::int[])
  and outcome_count.day >= $2::date
group by grouping sets ((campaign_id, day), (campaign_id, operator_id));

select t.*, coalesce(f.n, 0)::int as called
from (
  select
    counted.campaign_id,
    counted.operator_id,
    counted.total,
    greatest(0, counted.never_called - coalesce(blocked_open.never_called, 0) - coalesce(reserve.n, 0))::int as
        never_called,
    greatest(0, counted.open - coalesce(blocked_open.open, 0) - coalesce(exhausted.open, 0) - coalesce(reserve.n, 0))::int
        as to_call
  from (
    select
      call_total.campaign_id,
      call_total.operator_id,
      sum(n)::int as total,
      coalesce(sum(n) filter (where state.id = 1), 0) as never_called,
      coalesce(sum(n) filter (where (state.id = 1 or state.callback)), 0) as open
    from call_total
    join state on state.id = call_total.state_id
    where call_total.campaign_id = any($1::int[])
    group by 1, 2
  ) counted
  left join (
    select
      campaign.id as campaign_id,
      coalesce(blocked.operator_id, 0) as operator_id,
      count(*) filter (where state.id = 1) as never_called,
      count(*) as open
    from campaign
    cross join lateral (
      select call.operator_id, call.state_id
      from call
      where call.campaign_id = campaign.id
        and call.id >= campaign.id_lo
        and call.id < campaign.id_hi
        and call.blocked
        and not call.in_reserve
    ) blocked
    join state on state.id = blocked.state_id
      and (state.id = 1 or state.callback)
    where campaign.id = any($2::int[])
    group by 1, 2
  ) blocked_open using (campaign_id, operator_id)
  left join (
    select campaign.id as campaign_id, coalesce(tried.operator_id, 0) as operator_id, count(*) as open
    from campaign
    join state on state.callback
      and not state.id = 1
    cross join lateral (
      select call.operator_id
      from call
      where call.campaign_id = campaign.id
        and call.id >= campaign.id_lo
        and call.id < campaign.id_hi
        and call.state_id = state.id
        and not call.blocked
        and call.call_count >= (
          coalesce(campaign.calling_rules, (select rules from calling_default)) ->> 'attemptsInAll'
        )::int offset 0
    ) tried
    where campaign.id = any($3::int[])
      and (coalesce(campaign.calling_rules, (select rules from calling_default)) ->> 'attemptsInAll')::int is not null
    group by 1, 2
  ) exhausted using (campaign_id, operator_id)
  left join call_figure reserve on reserve.campaign_id = counted.campaign_id
    and reserve.operator_id = counted.operator_id
    and reserve.figure = 'reserve'
) t
left join call_figure f on f.campaign_id = t.campaign_id
  and f.operator_id = t.operator_id
  and f.figure = 'called';

select
  campaign.id as campaign_id,
  due.operator_id,
  count(*) filter (where due.callback_at <= $1)::int as overdue,
  count(*) filter (where due.callback_at > $2)::int as coming,
  min(due.callback_at) as oldest_at
from campaign
cross join lateral (
  select call.operator_id, call.callback_at
  from call
  where call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.callback_at is not null
    and call.callback_at < $3
    and not call.blocked
    and not call.invalid
) due
where campaign.id = any($4::int[])
group by 1, 2;

select current_call.user_id, current_call.campaign_id, current_call.held_at, held.id is not null as is_held
from operator_current_call current_call
join campaign on campaign.id = current_call.campaign_id
left join lateral (
  select call.id
  from call
  where call.id = current_call.held_call_id
    and call.campaign_id = campaign.id
    and call.id >= campaign.id_lo
    and call.id < campaign.id_hi
    and call.hold_by = current_call.user_id
    and call.hold_until > $1
) held on true
where current_call.held_at is not null
  and current_call.user_id = any($2::int[])
  and current_call.campaign_id = any($3::int[]);

select asked.user_id, last.kind = 2 as is_talking
from unnest($1::int[]) as asked(user_id)
cross join lateral (
  select kind, at
  from phone_event
  where phone_event.user_id = asked.user_id
    and at > $2::timestamptz - interval '4 hours'
  order by at desc, kind desc
  limit 1
) last
where last.kind = 2
  or last.kind = 1
  and last.at > $3::timestamptz - interval '3 minutes';

select distinct t.campaign_id, t.operator_id
from unnest($1::int[], $2::int[]) as given(campaign_id, operator_id)
join call_total t using (campaign_id, operator_id)
join campaign on campaign.id = t.campaign_id
join state on state.id = t.state_id
  and state.callback
where t.n > 0
  and exists (
    select
    from call
    where call.campaign_id = campaign.id
      and call.id >= campaign.id_lo
      and call.id < campaign.id_hi
      and call.operator_id = t.operator_id
      and call.state_id = t.state_id
      and not call.blocked
      and call.call_count > 0
      and call.callback_at is null
      and call.last_at <= $3
      and (call.day is distinct from $4::date or call.day_count < $5)
      and true
  );

select distinct day::text, from_hour, to_hour
from (
  select
    day,
    operator_id,
    extract(hour from (min(first_at) at time zone interval '-180 minutes'))::int as from_hour,
    extract(hour from (max(last_at) at time zone interval '-180 minutes'))::int as to_hour
  from outcome_count
  where day >= $1::date
    and day < $2::date
  group by day, operator_id
  having sum(n) > 0
) worked;
