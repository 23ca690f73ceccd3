-- Leaves that a large first load fills while it reads (0155) take each person of the file once and nothing besides: a row that
-- repeats a person stands on the workbench alone, and a row's number in the leaf of numbers. So a leaf is what it will be from the
-- first row on: it can be indexed and checked before anybody is looked for in it, by index instead of by reading all of it.
create or replace function create_direct_people_leaf(block int, external boolean, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'person_b' || block;
begin
  if block < 1000000 or block > 500000000 then raise exception 'no block of a large load: %', block; end if;
  execute format('create table %I (like person including defaults, constraint bounds check (id >= %s and id < %s))
    with (autovacuum_enabled = false)', leaf, block::bigint << 24, (block::bigint + 1) << 24);
  execute format('alter table %I alter from_external set default %L, alter created_at set default %L, alter updated_at set default %L',
    leaf, external, at, at);
  if session_user <> current_user then
    execute format('grant select, insert, update, delete on %I to %I', leaf, session_user);
  end if;
end $$;

-- What persons are looked for by. These columns alone: autovacuum still finds the leaves unread and does the rest.
create or replace function analyze_direct_rows(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze %I (id, identity, orion_id)', 'person_b' || block);
  execute format('analyze %I (number, person_id)', 'person_phone_b' || block);
end $$;

create or replace function attach_people_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  parent text;
  leaf text;
begin
  execute format('alter table %I alter from_external set default false, alter updated_at set default now()', 'person_b' || block);
  foreach parent in array array['person', 'person_phone'] loop
    leaf := parent || '_b' || block;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)',
      parent, leaf, block::bigint << 24, (block::bigint + 1) << 24);
    execute format('alter table %I drop constraint bounds, reset (autovacuum_enabled), alter created_at set default now()', leaf);
    if session_user <> current_user then execute format('revoke delete on %I from %I', leaf, session_user); end if;
  end loop;
end $$;

drop function index_direct_rows;

-- As in 0155; of a known person is written down, once he is found, what calls copy from him, and whether his first row may tell
-- something new of him or bring a new number: to meet five million people again for each of these took as long as finding them.
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
    ) with (autovacuum_enabled = false)', 'load_row_' || suffix);
  -- Numbers that make no new call, and why: 1 is one already, 2 blocked, 3 called lately, 4 of another campaign.
  execute format('create unlogged table %I (place int not null, number bigint not null, why smallint not null)
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
      'load_row_' || suffix, 'load_verdict_' || suffix, 'load_match_' || suffix, 'load_fill_' || suffix, session_user);
  end if;
end $$;

-- Every column, of a few thousand rows: a text of which nothing is known is taken to be so long that joins are cut into pieces for
-- want of memory, and calls then come in another order than the file's, which costs their indexes twice the time.
create or replace function analyze_load_table(kind text, load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 30 as $$
begin
  if kind not in ('row', 'verdict', 'match', 'fill') then raise exception 'no such table of a load: %', kind; end if;
  execute format('analyze %I', 'load_' || kind || '_' || load_id || '_' || attempt);
end $$;
