-- Browsers that a user has signed in from: their failed sign-ins are counted apart, so that strangers cannot lock the user out.
-- The mark is a random value in a cookie; one browser has one, whoever signs in from it.
create table device_mark (
  user_id int not null references app_user on delete cascade,
  mark_hash bytea not null,           -- SHA-256 of the value in the cookie, which is kept nowhere
  seen_at timestamptz not null,       -- the last successful sign-in
  primary key (user_id, mark_hash)
);
create index device_mark_seen on device_mark (seen_at);
