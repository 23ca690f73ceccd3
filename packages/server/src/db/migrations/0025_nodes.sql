-- The processes of the installation: each notes itself every few seconds, and what it found when it looked around
-- (docs/rules/installation.md). Times are the database's, so that a node with a wrong clock does not seem dead.
create table server_node (
  name text primary key,              -- machine and port, as in its log lines
  role text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  stopped_at timestamptz,             -- it ended in order; kept for a day, so that what it found keeps its "since"
  look_wanted boolean not null default false,
  looked_at timestamptz,
  findings jsonb not null default '[]'
) with (fillfactor = 50);
