-- Quotas of a campaign: how many complete interviews of which people (docs/decisions/036-quotas.md).

-- A cell is what all its conditions describe; null: whatever it is. People who are in no cell are not limited.
create table quota_cell (
  id int generated always as identity primary key,
  campaign_id int not null references campaign,
  place smallint not null,              -- order on the board
  section_id text references location_section (id),
  gender text check (gender in ('F', 'M', 'X')),
  age_from smallint check (age_from between 0 and 120),
  age_to smallint check (age_to between 0 and 120),
  question_id smallint check (question_id between 1 and 500),
  value bigint,                         -- the option, or point of a scale
  is_several boolean not null default false,   -- the question has several answers: stored as bits
  target int not null check (target between 1 and 1000000),
  is_off boolean not null default false,       -- closed by hand
  filled int not null default 0 check (filled >= 0),  -- rows of quota_fill
  check ((question_id is null) = (value is null)),
  check (coalesce(section_id, gender, age_from::text, age_to::text, question_id::text) is not null),
  check (age_from <= age_to)
);
create index quota_cell_campaign on quota_cell (campaign_id, place);

-- The complete interviews of a cell: it stays theirs if the person's data change later.
create table quota_fill (
  cell_id int not null references quota_cell on delete cascade,
  call_id bigint not null,
  primary key (cell_id, call_id)
);
create index quota_fill_call on quota_fill (call_id);
