-- Which contacts each person has opened of late: whoever opens very many in an hour is told to the administrators (SEC-49).
-- Shared by all nodes; losing it in a crash only starts the count anew: unlogged. No index on `at`, so that opening the same
-- contact again rewrites its row in place.
create unlogged table contact_reading (
  user_id int not null,
  number bigint not null,
  at timestamptz not null,
  primary key (user_id, number)
) with (fillfactor = 70);

-- The bell that tells of it names that person.
alter table notification add column about_user_id int references app_user;
alter table notification drop constraint notification_action_check;
alter table notification add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT',
  'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS', 'CALLBACK', 'CORRECTION', 'BULK READING'));
