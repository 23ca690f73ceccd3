-- Files people asked for, and the bell.

create table export_job (
  id uuid primary key,
  kind text not null check (kind in ('audience', 'calls', 'statistics', 'operator_statistics')),
  campaign_id int references campaign,
  operator_id int references app_user,
  filters jsonb not null default '{}',
  format text not null default 'csv' check (format in ('csv', 'xlsx')),
  status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'COMPLETED', 'ERROR')),
  attempt int not null default 0,
  file_name text,
  file_key text,
  bytes bigint,
  row_count bigint,
  requested_by int not null references app_user,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,             -- 72 hours after it was finished; the file goes then, the row stays
  check (status <> 'COMPLETED' or expires_at is not null),
  check ((kind = 'operator_statistics') = (operator_id is not null)),
  check (kind = 'operator_statistics' or campaign_id is not null)
);
-- Asking again for one that is still being made answers that same one.
create unique index export_job_open on export_job (requested_by, kind, coalesce(campaign_id, 0), coalesce(operator_id, 0))
  where status in ('PENDING', 'RUNNING');
create index export_job_campaign on export_job (campaign_id, created_at desc);
create index export_job_expiry on export_job (expires_at) where file_key is not null;

create table notification (
  id bigint generated always as identity primary key,
  user_id int not null references app_user,
  action text not null check (action in ('BULK AUDIENCE', 'ASSIGNAMENT', 'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS',
    'CALLBACK', 'CORRECTION', 'BULK READING')),
  campaign_id int references campaign,
  call_id bigint,
  export_id uuid references export_job,
  about_user_id int references app_user,   -- of BULK READING: who opened very many contacts
  amount int check (amount >= 0),          -- how many calls a segmentation handed out at that moment
  reason text,                             -- why a load failed
  status text not null default 'COMPLETED' check (status in ('COMPLETED', 'ERROR', 'CANCELLED', 'DUE')),
  -- What it is about: unique, so that the same thing rings once, however often its job runs.
  subject text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, action, subject)
);
create index notification_unread on notification (user_id, id desc) where read_at is null;
create index notification_age on notification (created_at);
