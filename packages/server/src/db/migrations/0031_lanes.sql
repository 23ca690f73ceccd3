-- Small loads and exports stand in a line of their own, and whoever waits can see how many are before them.

alter table audience_load
  add column lane text not null default 'large' check (lane in ('small', 'large')),   -- the line in which it stands now
  -- Where a running load is: in the queue, reading its source, waiting until other loads have written their people, or writing.
  add column phase text not null default 'QUEUED' check (phase in ('QUEUED', 'READING', 'WAITING', 'WRITING'));
update audience_load set phase = 'READING' where attempt > 0;

alter table export_job
  add column lane text not null default 'large' check (lane in ('small', 'large'));
