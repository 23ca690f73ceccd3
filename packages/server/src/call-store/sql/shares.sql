with held as (
  select counted.campaign_id, counted.operator_id, counted.total, greatest(0, counted.never_called - coalesce(barred.never_called,
      0))::int as never_called, greatest(0, counted.open - coalesce(barred.open, 0) - coalesce(spent.open, 0))::int as to_call
  from (
    select call_total.campaign_id, call_total.operator_id, sum(n)::int as total, coalesce(sum(n) filter (where state.id = 1), 0)
        as never_called, coalesce(sum(n) filter (where (state.id = 1 or state.callback)), 0) as open
    from call_total
    join state on state.id = call_total.state_id
    where call_total.campaign_id = any($1::int[])
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
    ) blocked
    join state on state.id = blocked.state_id
      and (state.id = 1 or state.callback)
    where campaign.id = any($2::int[])
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
    ) tried
    where campaign.id = any($3::int[])
      and (coalesce(campaign.calling_rules, (
        select rules
        from calling_default
      )) ->> 'attemptsInAll')::int is not null
    group by 1, 2
  ) spent using (campaign_id, operator_id)
),
members as (
  select user_id
  from campaign_operator
  where campaign_id = $4
)
select u.id, trim("u"."first_name" || ' ' || "u"."last_name") as name, coalesce(held.total, 0) as assigned, coalesce(held.to_call,
    0) as pending, u.disabled as disable, members.user_id is not null as is_member
from app_user u
left join held on held.operator_id = u.id
  and held.total > 0
left join members on members.user_id = u.id
where held.operator_id is not null
  or members.user_id is not null
order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id;

select operator_id, greatest(0.1, round(sum(n) / sum(hours), 1))::float8 as pace, greatest(1, round(sum(n) / count(*)))::int as
    per_day
from (
  select operator_id, day, sum(n)::numeric as n, greatest(1, extract(epoch from max(last_at) - min(first_at)) / 3600)::numeric as
      hours
  from outcome_count
  where operator_id = any($1::int[])
    and day >= $2::date
    and day < $3::date
  group by 1, 2
  having sum(n) > 0
) worked
group by 1;

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
