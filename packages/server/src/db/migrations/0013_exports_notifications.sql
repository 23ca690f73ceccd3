-- Files people asked for, and the bell.

create table export_job (
  id uuid primary key,
  kind text not null check (kind in ('audience', 'calls', 'statistics', 'operator_statistics', 'audit')),
  campaign_id int references campaign,
  operator_id int references app_user,
  filters jsonb not null default '{}',
  format text not null default 'csv' check (format in ('csv', 'xlsx')),
  status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED')),
  failure text,                       -- why it failed, in words for whoever asked for it
  lane text not null default 'large' check (lane in ('small', 'large')),   -- small ones do not wait behind the large
  attempt int not null default 0,
  file_name text,
  file_key text,
  bytes bigint,
  progress real not null default 0 check (progress between 0 and 1),
  row_count bigint not null default 0,
  total bigint,                       -- rows there will be, where that is known beforehand
  -- Made with the reach of an external role: external roles may also download what a colleague asked for, but never a file
  -- that holds more than they may see.
  external_reach boolean not null default false,
  requested_by int not null references app_user,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,             -- 72 hours after it was finished; the file goes then, the row stays
  check (status <> 'COMPLETED' or expires_at is not null),
  check ((kind = 'operator_statistics') = (operator_id is not null)),
  constraint export_job_campaign_check check (kind in ('operator_statistics', 'audit') or campaign_id is not null),
  check (failure is null or status = 'ERROR')
);
-- Asking again for the same thing while it is being made answers that same one: kind, filters and format. jsonb has one
-- spelling for one value; its hash fits into an index however long the filters are.
create unique index export_job_open on export_job
  (requested_by, kind, coalesce(campaign_id, 0), coalesce(operator_id, 0), format, md5(filters::text))
  where status in ('PENDING', 'RUNNING');
create index export_job_making on export_job (status) where status in ('PENDING', 'RUNNING');
create index export_job_campaign on export_job (campaign_id, created_at desc);
create index export_job_expiry on export_job (expires_at) where file_key is not null;

create table notification (
  id bigint generated always as identity primary key,
  user_id int not null references app_user,
  action text not null check (action in ('BULK AUDIENCE', 'ASSIGNAMENT', 'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS',
    'EXPORT AUDIT', 'CALLBACK', 'CORRECTION', 'BULK READING', 'AUDIT CHAIN')),
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

-- Which export a message of the Inbox is about.
alter table mail add column export_id uuid references export_job;
