-- What repeats a person or a number stands in a table of its own, however a load writes its rows: it is a few of a hundred, and four
-- steps that looked for them read everything. The table of all rows is made apart, by the transaction that fills it, and only
-- by loads that do not write their rows straight into leaves.
create function create_load_rows(load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := 'load_row_' || load_id || '_' || attempt;
begin
  execute format('create unlogged table %I (like %I) with (autovacuum_enabled = false)', name, 'load_odd_' || load_id || '_' || attempt);
  if session_user <> current_user then execute format('grant select, insert on %I to %I', name, session_user); end if;
end $$;
revoke execute on function create_load_rows from public;

-- As in 0160 but for the above; a verdict names the person whose first row it is of.
create or replace function create_load_tables(load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  suffix text := load_id || '_' || attempt;
begin
  execute format('create unlogged table %I (
      id bigint not null, who int not null, again boolean not null, number bigint not null, mobile boolean not null,
      identity bigint not null, kind text not null, orion_id text, first_name text not null, last_name text not null,
      document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text, place int
    ) with (autovacuum_enabled = false)', 'load_odd_' || suffix);
  -- Numbers that make no new call, and why: 1 is one already, 2 blocked, 3 called lately, 4 of another campaign.
  execute format('create unlogged table %I (place int not null, number bigint not null, why smallint not null, who int)
    with (autovacuum_enabled = false)', 'load_verdict_' || suffix);
  -- Persons of the file that need no new row: known already, or (null) on skipped numbers only.
  execute format('create unlogged table %I (who int not null, person_id bigint, adds boolean, adds_number boolean, interested boolean,
      birthday date, gender text, district_id text, section_id text, subsection_id text) with (autovacuum_enabled = false)', 'load_match_' || suffix);
  -- Rows that know something which their person lacks.
  execute format('create unlogged table %I (person_id bigint not null, id bigint not null, orion_id text, first_name text not null,
      last_name text not null, document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text) with (autovacuum_enabled = false)', 'load_fill_' || suffix);
  if session_user <> current_user then
    execute format('grant select, insert on %I, %I, %I, %I to %I',
      'load_odd_' || suffix, 'load_verdict_' || suffix, 'load_match_' || suffix, 'load_fill_' || suffix, session_user);
  end if;
end $$;

create or replace function analyze_load_table(kind text, load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 30 as $$
begin
  if kind not in ('row', 'odd', 'verdict', 'match', 'fill') then raise exception 'no such table of a load: %', kind; end if;
  execute format('analyze %I', 'load_' || kind || '_' || load_id || '_' || attempt);
end $$;

-- As in 0150, with one table more.
create or replace function sweep_load_tables() returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  found record;
  remaining int := 0;
begin
  for found in
    select c.oid::regclass as name
    from pg_class c
    left join lateral regexp_match(c.relname, '^load_(?:row|odd|verdict|match|fill)_(\d+)_(\d+)$') as bench on true
    left join lateral regexp_match(c.relname, '^call_b(\d+)$') as leaf on true
    left join lateral regexp_match(c.relname, '^person(?:_phone)?_b(\d+)$') as people on true
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and (bench is not null and not exists (
          select from audience_load l where l.id = bench[1]::int and l.attempt = bench[2]::int and l.working)
        or leaf is not null and leaf[1]::bigint >= 1000000 and not exists (
          select from audience_load l where l.block = leaf[1]::int and l.working)
        or people is not null and not exists (
          select from audience_load l where l.first_person_id >> 24 = people[1]::bigint and l.working))
  loop
    begin
      execute format('drop table %s', found.name);
    exception when lock_not_available or deadlock_detected or undefined_table then
      remaining := remaining + 1;
    end;
  end loop;
  return remaining;
end $$;
