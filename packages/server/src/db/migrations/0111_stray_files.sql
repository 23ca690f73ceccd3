-- Files that are in the store and not yet anybody's: noted when they arrive, struck off in the transaction that takes them in.
-- What a crash, or a commit nobody heard the answer of, leaves here is removed after a day, and nothing else is.
create table stray_file (
  file_key text primary key,
  created_at timestamptz not null
);
create index stray_file_age on stray_file (created_at);
