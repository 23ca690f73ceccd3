-- What the whole installation is called and how far its first day has come; at most one row.
create table city_profile (
  id boolean primary key default true check (id),
  city text not null default '',
  -- The district that the city lies in: new campaigns begin with it.
  district_id text references location_district (id),
  -- Made anew from what was uploaded, as PNG.
  logo bytea,
  logo_version text,
  mail_tested_at timestamptz,
  first_day_closed_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((logo is null) = (logo_version is null))
);
