-- What each node leaves for the others to compare. Different keys or folders that are not shared show only as failing loads and
-- lost sessions otherwise.
alter table server_node
  add column key_mark text,           -- fingerprint of JWT_SECRET
  add column file_mark text,          -- key of a small file it stored: all others must find it
  add column unread_marks text[] not null default '{}'; -- names of nodes whose file it did not find
