-- Random samples: some calls of a campaign are used, the others wait in reserve (docs/decisions/037-samples.md).
alter table call add column in_reserve boolean not null default false;  -- unassigned, never called, and not handed out

create table sample (
  campaign_id int primary key references campaign,
  seed int not null,                    -- the order of the draw: md5 of seed and position
  by_section boolean not null,
  drawn_by int not null references app_user,
  drawn_at timestamptz not null,
  version int not null default 0
);

alter table call_figure drop constraint call_figure_figure_check;
alter table call_figure add constraint call_figure_figure_check
  check (figure in ('called', 'recalled', 'interested', 'affinity_1', 'affinity_2', 'affinity_3', 'free', 'reserve'));
