-- Counters of calls, changed in the transaction that changes what they count, so that a figure is the sum of a few rows whatever the
-- size of the audience. Per operator, because everybody who registers would wait for a single row per campaign.
-- A fixed vacuum threshold and free room on each page keep their updates in place (HOT): index none of the counted columns.

create table call_total (
  campaign_id int not null references campaign,
  operator_id int not null,           -- 0: nobody
  state_id smallint not null,         -- the calls' present state
  n int not null check (n >= 0),
  primary key (campaign_id, operator_id, state_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What the present state does not tell. `free`: without operator and not blocked, kept under operator 0 only (a campaign is
-- `assigned` when it is 0 or absent); affinity_n: calls whose last registration had affinity n.
create table call_figure (
  campaign_id int not null references campaign,
  operator_id int not null,           -- 0: nobody
  figure text not null check (figure in ('called', 'recalled', 'interested', 'affinity_1', 'affinity_2', 'affinity_3', 'free')),
  n int not null check (n >= 0),
  primary key (campaign_id, operator_id, figure),
  check (figure <> 'free' or operator_id = 0)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Registrations. A correction moves n on the original's day and operator; first and last hour of work stay as they were.
create table outcome_count (
  campaign_id int not null references campaign,
  operator_id int not null,
  day date not null,                  -- UTC-3
  state_id smallint not null,
  affinity smallint not null check (affinity between 0 and 3),   -- 0: none given
  n int not null check (n >= 0),
  -- Of these: not the first of their call; on calls of an interested person (moved when that flag changes too).
  again int not null default 0 check (again between 0 and n),
  interested int not null default 0 check (interested between 0 and n),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (campaign_id, operator_id, day, state_id, affinity)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index outcome_count_day on outcome_count (day);
create index outcome_count_operator on outcome_count (operator_id, day);

-- The functions below change the counters in key order, so that two writers may wait for each other but never in a circle, and in
-- one round trip for a whole registration. A counter that would fall below zero violates its check, and the change fails with it.
create function move_call_totals(campaigns int[], operators int[], states int[], deltas int[]) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select campaign_id, operator_id, state_id, sum(delta)::int as delta
    from unnest(campaigns, operators, states, deltas) as given (campaign_id, operator_id, state_id, delta)
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  loop
    update call_total t set n = t.n + move.delta
    where t.campaign_id = move.campaign_id and t.operator_id = move.operator_id and t.state_id = move.state_id;
    continue when found;
    insert into call_total as t (campaign_id, operator_id, state_id, n)
    values (move.campaign_id, move.operator_id, move.state_id, move.delta)
    on conflict (campaign_id, operator_id, state_id) do update set n = t.n + excluded.n;
  end loop;
end $$;

create function move_call_figures(campaigns int[], operators int[], figures text[], deltas int[]) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select campaign_id, operator_id, figure, sum(delta)::int as delta
    from unnest(campaigns, operators, figures, deltas) as given (campaign_id, operator_id, figure, delta)
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  loop
    update call_figure t set n = t.n + move.delta
    where t.campaign_id = move.campaign_id and t.operator_id = move.operator_id and t.figure = move.figure;
    continue when found;
    insert into call_figure as t (campaign_id, operator_id, figure, n)
    values (move.campaign_id, move.operator_id, move.figure, move.delta)
    on conflict (campaign_id, operator_id, figure) do update set n = t.n + excluded.n;
  end loop;
end $$;

-- `at` is when the outcome was registered: a correction brings the original's, so first and last hour of work stay true.
-- `agains` and `interesteds` are the part of each delta that counts as such.
create function move_outcome_counts(
  campaign int, operator int, on_day date, states int[], affinities int[], deltas int[], agains int[], interesteds int[], at timestamptz
) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select state_id, affinity, sum(delta)::int as delta, sum(again)::int as again, sum(interested)::int as interested
    from unnest(states, affinities, deltas, agains, interesteds) as given (state_id, affinity, delta, again, interested)
    group by 1, 2 having sum(delta) <> 0 order by 1, 2
  loop
    update outcome_count t set n = t.n + move.delta, again = t.again + move.again, interested = t.interested + move.interested,
      first_at = least(t.first_at, at), last_at = greatest(t.last_at, at)
    where t.campaign_id = campaign and t.operator_id = operator and t.day = on_day
      and t.state_id = move.state_id and t.affinity = move.affinity;
    continue when found;
    insert into outcome_count as t (campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
    values (campaign, operator, on_day, move.state_id, move.affinity, move.delta, move.again, move.interested, at, at)
    on conflict (campaign_id, operator_id, day, state_id, affinity) do update
      set n = t.n + excluded.n, again = t.again + excluded.again, interested = t.interested + excluded.interested,
        first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at);
  end loop;
end $$;

-- A finished campaign's figures and each operator's, as they were when it closed, and which states counted as contacted and as
-- effective then, so that the figures of a span stay as they were when an administrator changes a state.
create table frozen_statistics (
  campaign_id int primary key references campaign,
  figures jsonb not null,
  operators jsonb not null,
  states jsonb not null,
  frozen_at timestamptz not null default now()
);

-- What the global page shows now, computed by a job that replaces it in one statement; `expires_at` is when it may be asked for again.
create table global_statistics (
  id int generated always as identity primary key,
  content jsonb not null,
  computed_at timestamptz not null,
  expires_at timestamptz not null,
  requested_by int references app_user
);
create unique index global_statistics_one on global_statistics ((true));
