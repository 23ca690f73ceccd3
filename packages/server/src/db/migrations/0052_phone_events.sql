-- What exchanges and telephone programs tell about calls (docs/decisions/030-phone.md).

alter table app_user add column phone_extension text check (length(phone_extension) between 1 and 20);
create unique index app_user_phone_extension on app_user (lower(phone_extension)) where phone_extension is not null;

alter table phone_setting add column cause_states jsonb not null default '{}';   -- the state that each end of a call proposes

-- A set: told twice, an event is there once, and facts follow from the events alone, whatever their order. No person and no number.
create table phone_event (
  campaign_id int not null references campaign,
  call_id bigint not null,             -- no foreign key, as in call_history
  user_id int not null references app_user,
  kind smallint not null check (kind between 1 and 3),   -- 1 ringing, 2 answered, 3 ended
  at timestamptz not null,
  cause text not null default '' check (length(cause) <= 40),
  seconds int not null default -1 check (seconds between -1 and 86400),   -- -1: not told
  primary key (call_id, user_id, at, kind, cause, seconds)
);
create index phone_event_campaign on phone_event (campaign_id);
create index phone_event_user on phone_event (user_id, at);

-- One row for each time that the telephone rang. A telephone call begins with ringing, or with whatever comes after an end; an end that
-- is told again within ten seconds belongs to the same, and four hours without a word are two.
create view phone_call as
select campaign_id, call_id, user_id, started_at, answered_at, ended_at, is_answered, cause,
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
      nullif(max(cause) filter (where kind = 3), '') as cause
    from (
      select *, count(*) filter (where is_first) over (
        partition by campaign_id, call_id, user_id order by at, kind, cause, seconds rows unbounded preceding) as nth
      from (
        select *, coalesce(kind = 1 and not (before_kind = 1 and before_at = at) or at - before_at > interval '4 hours'
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
