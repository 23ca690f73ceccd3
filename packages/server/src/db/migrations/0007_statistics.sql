-- Counters, moved in the transaction that changes what they count, always in key order, so that figures are sums of a few
-- rows whatever the size of the audience. Per operator: one row for a whole campaign would be waited for by everybody.
-- A fixed vacuum threshold and room on each page keep their updates in place (HOT): index none of the counted columns.

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
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (campaign_id, operator_id, day, state_id, affinity)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index outcome_count_day on outcome_count (day);
create index outcome_count_operator on outcome_count (operator_id, day);

-- A finished campaign's figures, as they were when it closed.
create table frozen_statistics (
  campaign_id int primary key references campaign,
  figures jsonb not null,
  frozen_at timestamptz not null default now()
);

-- The global page, computed by a job; `expires_at` is when it may be asked for again.
create table global_statistics (
  id int generated always as identity primary key,
  content jsonb not null,
  computed_at timestamptz not null,
  expires_at timestamptz not null,
  requested_by int references app_user
);
