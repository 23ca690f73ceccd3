-- How calls are handed out to operators.

create table segmentation (
  id int generated always as identity primary key,
  campaign_id int not null references campaign,
  filters jsonb not null default '{}',
  amount int check (amount > 0),      -- as asked; null: everything
  total int not null check (total > 0),
  created_by int not null references app_user,
  created_at timestamptz not null default now(),
  undone_by int references app_user,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index segmentation_campaign on segmentation (campaign_id, id desc);

create table segmentation_share (
  segmentation_id int not null references segmentation,
  operator_id int not null references app_user,
  amount int not null check (amount between 1 and 15000),
  primary key (segmentation_id, operator_id)
);
