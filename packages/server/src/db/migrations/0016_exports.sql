-- Exports in the making: how far they are, cancelled ones, and the export of the audit.

alter table export_job
  drop constraint export_job_kind_check,
  add constraint export_job_kind_check check (kind in ('audience', 'calls', 'statistics', 'operator_statistics', 'audit')),
  drop constraint export_job_status_check,
  add constraint export_job_status_check check (status in ('PENDING', 'RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED')),
  drop constraint export_job_check2,
  add constraint export_job_campaign_check check (kind in ('operator_statistics', 'audit') or campaign_id is not null),
  add column progress real not null default 0 check (progress between 0 and 1),
  add column total bigint,                                     -- rows there will be, where that is known beforehand
  add column failure text check (failure is null or status = 'ERROR'),   -- why it failed, in words for whoever asked for it
  -- Made with the reach of an external role: external roles may also download what a colleague asked for, but never a file
  -- that holds more than they may see.
  add column external_reach boolean not null default false;
update export_job set row_count = 0 where row_count is null;
alter table export_job alter column row_count set default 0, alter column row_count set not null;

-- Asking again for the same thing while it is being made answers that same one: kind, filters and format. jsonb has one
-- spelling for one value; its hash fits into an index however long the filters are.
drop index export_job_open;
create unique index export_job_open on export_job
  (requested_by, kind, coalesce(campaign_id, 0), coalesce(operator_id, 0), format, md5(filters::text))
  where status in ('PENDING', 'RUNNING');
create index export_job_making on export_job (status) where status in ('PENDING', 'RUNNING');

alter table notification
  drop constraint notification_action_check,
  add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT', 'EXPORT AUDIENCE', 'EXPORT CALLS',
    'EXPORT STATISTICS', 'EXPORT AUDIT', 'CALLBACK', 'CORRECTION', 'BULK READING'));
