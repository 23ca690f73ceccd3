-- Accounts of programs (docs/decisions/027-service-accounts.md). Each has a row in app_user, so that audit, idempotency keys, limits
-- and exports know it as an author; it has no password, mail or roles, and its email holds no address.
alter table app_user
  add column kind text not null default 'person' check (kind in ('person', 'service')),
  add constraint app_user_service check (kind = 'person' or password_hash is null and not must_change_password and email not like '%@%');
create unique index app_user_service_name on app_user (lower(first_name)) where kind = 'service';

create table service_account (
  user_id int primary key references app_user,
  scopes text[] not null check (cardinality(scopes) > 0),
  external boolean not null,
  campaign_ids int[] check (cardinality(campaign_ids) > 0),   -- null: all of its side
  addresses text[] not null default '{}',                     -- networks it may be used from; none: anywhere
  expires_at timestamptz not null,
  created_by int not null references app_user
);

create table service_key (
  id int generated always as identity primary key,
  user_id int not null references service_account,
  digest bytea not null unique,          -- SHA-256 of the key; the key itself is kept nowhere
  prefix text not null,                  -- its first characters, to tell keys apart
  created_by int not null references app_user,
  created_at timestamptz not null,
  valid_until timestamptz,               -- null: as long as the account
  last_used_at timestamptz,
  last_address text
);
create index service_key_account on service_key (user_id);

-- Requests of an account, told in the audit by the hour. A request is counted before it runs, a refusal when it is answered.
create table service_use (
  user_id int not null references service_account,
  hour timestamptz not null,
  route text not null,
  calls int not null,
  refused int not null default 0,
  told_calls int not null default 0,
  told_refused int not null default 0,
  primary key (user_id, hour, route)
);
create index service_use_hour on service_use (hour);
create index service_use_untold on service_use (hour) where calls > told_calls or refused > told_refused;
