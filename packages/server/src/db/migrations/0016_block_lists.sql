-- Lists of numbers that must not be rung by campaigns that obey them: the national register "No Llame" and lists of the city's own.

-- Exempt unless it says otherwise: what a city tells its citizens is of public interest, which law 26.951 exempts.
alter table campaign add column obeys_lists boolean not null default false;

create table block_list (
  id int generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 100),
  kind text not null check (kind in ('NO_LLAME', 'CITY')),
  origin text not null check (length(origin) <= 200),      -- who made it, or where it was taken from
  dated date not null,                -- the day of which it speaks, by the last load; it ages from that day on
  numbers int not null default 0,     -- how many it has
  loaded_by int references app_user,  -- of the last load that came to its end; null: none yet
  loaded_at timestamptz,
  created_by int not null references app_user,
  created_at timestamptz not null default now(),
  -- A removed list blocks nobody from that moment on; a job deletes its numbers afterwards.
  removed_by int references app_user,
  removed_at timestamptz,
  removal_reason text,
  check ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removal_reason is null)),
  check ((loaded_at is null) = (loaded_by is null))
);
create unique index block_list_name on block_list (fold(btrim(name))) where removed_at is null;

create table block_list_load (
  id int generated always as identity primary key,
  list_id int not null references block_list,
  replaces boolean not null,          -- the list becomes what the file says; otherwise the file's numbers are added
  origin text not null,
  dated date not null,
  original_name text not null check (length(original_name) between 1 and 255),
  kind text not null check (kind in ('csv', 'xlsx')),
  sheet text check (sheet is null or kind = 'xlsx'),
  file_key text,                      -- null once the load is over and its file was removed
  bytes bigint not null,
  sha256 bytea not null check (length(sha256) = 32),
  header text[],                      -- names of the file's columns, for the CSV of rejected lines
  columns text,                       -- which of them were read, in words
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED')),
  failure text check (failure is null or status = 'ERROR'),
  attempt int not null default 0,     -- raised by each run of the job, so that what an older run still writes is refused
  progress real not null default 0 check (progress between 0 and 1),
  read int not null default 0,
  rejected int not null default 0,
  repeated int not null default 0,    -- valid lines whose number came before in the same file
  already int not null default 0,     -- numbers that the list had
  added int not null default 0,
  removed int not null default 0,     -- numbers that the list had and a replacing file has not
  created_by int not null references app_user,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'RUNNING') = (finished_at is null)),
  check (status <> 'COMPLETED' or read = rejected + repeated + already + added)
);
create unique index block_list_load_running on block_list_load (list_id) where status = 'RUNNING';
create index block_list_load_list on block_list_load (list_id, id desc);

create table block_list_rejected (
  load_id int not null references block_list_load,
  line int not null,                  -- of the file itself
  reason text not null,
  content text not null,              -- its cells as one line of CSV
  primary key (load_id, line)
);

-- No foreign keys: proving a million times that the list exists would take longer than the load. `load_id` is the load that brought
-- the number; a later one that brings it again changes nothing.
create table listed_number (
  number bigint not null check (number between 1000000000 and 9999999999),
  list_id int not null,
  load_id int not null,
  primary key (number, list_id)
);
