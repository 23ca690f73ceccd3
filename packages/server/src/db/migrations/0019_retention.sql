-- How long persons are kept after a campaign has ended (docs/rules/retention.md).

-- The index on the subjects of records (0017_personal_data.sql) holds the same and more.
drop index audit_person;

alter table campaign
  add column keep_months smallint check (keep_months between 1 and 120),        -- null: as the system says
  add column keep_reason text check (length(btrim(keep_reason)) between 5 and 300),   -- set: without limit, and why
  add column anonymised_at timestamptz;                                         -- all its persons whose time was over are erased

-- One campaign gone through, in pieces; where it stands follows from the persons themselves. One at a time in the installation.
create table retention_run (
  id int generated always as identity primary key,
  campaign_id int not null references campaign,
  persons int not null default 0 check (persons >= 0),
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('DONE', 'STOPPED')),
  check ((finished_at is null) = (outcome is null))
);
create unique index retention_run_open on retention_run ((true)) where finished_at is null;
