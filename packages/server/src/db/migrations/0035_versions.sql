-- Two people may have these open at once: a change names the version it was made on (docs/rules/api.md, versions).
alter table campaign add column keep_version int not null default 0;   -- of keep_months and keep_reason
alter table city_profile add column version int not null default 0;    -- of city, district and area code
alter table holiday add column version int not null default 0;
