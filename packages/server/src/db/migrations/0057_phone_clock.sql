-- When an event was told first. An exchange whose clock is ahead of ours would begin a call after the registration that followed it: its
-- moments are moved back by as much as they were in the future. Lengths of time stay as told.
alter table phone_event add column told_at timestamptz not null default now();

-- As before (0052), and a telephone that is told to ring again within ten seconds is the same one.
create or replace view phone_call as
select campaign_id, call_id, user_id, started_at - ahead as started_at, answered_at - ahead as answered_at, ended_at - ahead as ended_at,
  is_answered, cause,
  case when is_answered then coalesce(round(extract(epoch from answered_at - ringing_at))::int, told_ringing)
    when ended_at is not null then coalesce(round(extract(epoch from ended_at - ringing_at))::int, told_seconds) end as ring_seconds,
  case when ended_at is null then null when not is_answered then 0
    else coalesce(told_seconds, round(extract(epoch from ended_at - answered_at))::int) end as talk_seconds
from (
  select *, answered_at is not null or coalesce(cause in ('ANSWER', 'ANSWERED'), false) as is_answered,
    coalesce(ringing_at, answered_at - make_interval(secs => coalesce(told_ringing, 0)),
      ended_at - make_interval(secs => coalesce(told_seconds, 0))) as started_at
  from (
    select campaign_id, call_id, user_id, min(at) filter (where kind = 1) as ringing_at,
      min(at) filter (where kind = 2) as answered_at, max(at) filter (where kind = 3) as ended_at,
      nullif(max(seconds) filter (where kind = 2), -1) as told_ringing,
      nullif(max(seconds) filter (where kind = 3), -1) as told_seconds,
      nullif(max(cause) filter (where kind = 3), '') as cause,
      greatest(max(at - told_at), interval '0') as ahead
    from (
      select *, count(*) filter (where is_first) over (
        partition by campaign_id, call_id, user_id order by at, kind, cause, seconds rows unbounded preceding) as nth
      from (
        select *, coalesce(kind = 1 and not (before_kind = 1 and at - before_at <= interval '10 seconds')
          or at - before_at > interval '4 hours'
          or before_kind = 3 and not (kind = 3 and at - before_at <= interval '10 seconds'), true) as is_first
        from (
          select *, lag(kind) over earlier as before_kind, lag(at) over earlier as before_at
          from phone_event
          window earlier as (partition by campaign_id, call_id, user_id order by at, kind, cause, seconds)
        ) followed
      ) marked
    ) numbered
    group by campaign_id, call_id, user_id, nth
  ) told
) known;
