-- The quick panel's notes: what a person keeps for themselves, at most 50 (contract, limits).

create table note (
  id bigint generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  text text not null check (char_length(text) between 1 and 1000),
  version int not null default 0,
  updated_at timestamptz not null default now()
);
create index note_user on note (user_id);
