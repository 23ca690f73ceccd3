-- When the owner of a session last proved to be there with password or code; null: at the sign-in (password_at).
alter table session add column confirmed_at timestamptz;
-- The last activity of the person, not of their pages; null: the sign-in. Kept only while a limit applies.
alter table session add column active_at timestamptz;

-- Roles whose sessions are locked after so many minutes without activity of the person; a role without row has no limit.
create table idle_limit (
  role_id smallint primary key references role,
  minutes int not null check (minutes between 1 and 1440),
  since timestamptz not null          -- counts from then on: switching it on locks nobody at once
);
