-- Segmentar, undoing and Rebalancear note which calls they have moved, and to whom, instead of "all" (migration 0165): a million
-- calls are eight megabytes, and what the server keeps in memory follows them without reading the audience again
-- (docs/decisions/013-audience-list.md). A server that does not know these columns yet reads such a note as "all".
alter table call_edit
  add column moved bytea,             -- eight bytes a call: its position; its operator or zero, with the highest bit if it is blocked
  add column moved_at timestamptz,    -- their updated_at
  add column turn bigint;             -- one split of a campaign after the other
alter table call_edit alter column moved set storage external;
create sequence call_edit_turn;
