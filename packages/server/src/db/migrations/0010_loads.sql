-- How calls come into a campaign.

create table audience_load (
  id int generated always as identity primary key,
  campaign_id int not null references campaign,
  source text not null check (source in ('csv', 'dashboard', 'form')),
  source_id text,                     -- at its source: dashboard audience or form; null for files
  name text not null,                 -- file names, dashboard description or form name
  exclude_called_days int check (exclude_called_days between 1 and 3650),
  exclude_active boolean not null default false,
  drop_places boolean not null default false,    -- what becomes of rows with an unknown place: loaded without it, or rejected
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED')),
  failure text check (failure is null or status = 'ERROR'),   -- why it failed, in words for whoever loaded it
  lane text not null default 'large' check (lane in ('small', 'large')),   -- the line in which it stands now
  -- Where a running load is: in the queue, reading its source, waiting until other loads have written their people, or writing.
  phase text not null default 'QUEUED' check (phase in ('QUEUED', 'READING', 'WAITING', 'WRITING')),
  attempt int not null default 0,     -- raised by each run of the job, so that what an older run still writes is refused
  -- True from an attempt's first step until its tables may go; a completed load may still be filling blanks.
  working boolean not null default false,
  block int,                          -- of the leaves that the attempt fills; dropped if the load does not end well
  progress real not null default 0 check (progress between 0 and 1),
  read int not null default 0,
  loaded int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  skipped_blocked int not null default 0,
  skipped_called int not null default 0,
  skipped_active int not null default 0,
  skipped int not null generated always as (skipped_blocked + skipped_called + skipped_active) stored,
  ignored_columns text[] not null default '{}',
  -- Names of places that match nothing: the report's list, the most frequent first; how many different ones there were; how
  -- many rows were loaded without them.
  unknown_places jsonb not null default '[]',
  unknown_places_count int not null default 0,
  rows_without_place int not null default 0,
  -- Numbers that the load judged again and whose calls somebody had locked at its end: the job of the load hands them to the one that
  -- keeps the copies on calls, and empties this.
  stale_numbers bigint[] not null default '{}',
  created_by int not null references app_user,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'RUNNING') = (finished_at is null)),
  check (status <> 'COMPLETED'
    or read = loaded + duplicates + rejected + skipped_blocked + skipped_called + skipped_active),
  check ((source = 'csv') = (source_id is null))
);
create unique index audience_load_running on audience_load (campaign_id) where status = 'RUNNING';
create index audience_load_campaign on audience_load (campaign_id, id desc);

-- The files of a load, in order; removed from storage once the load has ended.
create table audience_load_file (
  load_id int not null references audience_load,
  file_no smallint not null check (file_no between 1 and 2),
  original_name text not null check (length(original_name) between 1 and 255),
  kind text not null default 'csv' check (kind in ('csv', 'xlsx')),
  sheet text check (sheet is null or kind = 'xlsx'),             -- the one chosen of a workbook; null: the first one
  file_key text,
  bytes bigint not null,
  sha256 bytea not null check (length(sha256) = 32),
  header text[],                      -- the original columns, for the CSV of rejected rows
  delimiter text not null default ';',
  primary key (load_id, file_no)
);

create table rejected_row (
  load_id int not null references audience_load,
  file_no smallint not null default 1,
  line int not null,                  -- of the file itself, header = 1
  reason text not null,
  cells text[] not null,
  primary key (load_id, file_no, line)
);
