-- Partitions of people, calls and history from which an erasure removed words. PostgreSQL leaves replaced rows in their pages until
-- something overwrites them: these are written anew (docs/operations/backup.md) and taken off this list.
create table erased_leaf (
  relation text primary key,
  noted_at timestamptz not null default clock_timestamp()   -- newest: what is noted while it is being written stays on the list
);
