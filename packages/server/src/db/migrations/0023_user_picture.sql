-- The picture that a person shows of themselves: 256 x 256, made by the server, a few kilobytes. It lives here and not in the file
-- store, so that replacing it is one statement, a backup holds it and every node sees it, without files that may be left over.
create table user_picture (
  user_id int primary key references app_user on delete cascade,
  version text not null,                -- part of its address: another picture, another address
  content bytea not null check (octet_length(content) between 1 and 131072),
  updated_at timestamptz not null
);
