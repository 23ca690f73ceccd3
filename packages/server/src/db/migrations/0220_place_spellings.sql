-- Names of places that match nothing (decisions 7): what becomes of their rows is chosen with each load, and how people write a
-- place can be kept for later loads.

alter table audience_load
  add column drop_places boolean not null default false,    -- rows are loaded without such a place; false: rejected
  add column unknown_places jsonb not null default '[]',    -- the report's list, the most frequent first
  add column unknown_places_count int not null default 0,   -- how many different ones there were
  add column rows_without_place int not null default 0;

-- "La Boca" is Boca: the place is the lowest of the three ids. `name` as somebody wrote it, `key` as names are compared.
create table place_spelling (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  key text not null check (key <> ''),
  district_id text not null references location_district,
  section_id text,
  subsection_id text,
  created_by int not null references app_user,
  created_at timestamptz not null,
  foreign key (district_id, section_id) references location_section (district_id, id),
  foreign key (section_id, subsection_id) references location_subsection (section_id, id),
  check (subsection_id is null or section_id is not null)
);
-- A spelling means one place inside each parent.
create unique index place_spelling_district on place_spelling (key) where section_id is null;
create unique index place_spelling_section on place_spelling (district_id, key)
  where section_id is not null and subsection_id is null;
create unique index place_spelling_subsection on place_spelling (section_id, key) where subsection_id is not null;
