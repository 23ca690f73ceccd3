-- A large first load writes its rows where they belong while it reads them (docs/decisions/014-loading.md): each row of the file
-- once into a leaf of people, of numbers and of calls, by COPY. Copied within the database they cost as much again.

-- The workbench of an attempt (migration 0120). The rows are shaped like persons: `id` counts them, `who` is the row in which the
-- person first came; `again`: this is not that row. `place` counts the first row of each number; null: that number came before.
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
  execute format('create unlogged table %I (who int not null, person_id bigint) with (autovacuum_enabled = false)',
    'load_match_' || suffix);
  -- Rows that know something which their person lacks.
  execute format('create unlogged table %I (person_id bigint not null, id bigint not null, orion_id text, first_name text not null,
      last_name text not null, document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text) with (autovacuum_enabled = false)', 'load_fill_' || suffix);
  if session_user <> current_user then
    execute format('grant select, insert on %I, %I, %I, %I to %I',
      'load_row_' || suffix, 'load_verdict_' || suffix, 'load_match_' || suffix, 'load_fill_' || suffix, session_user);
  end if;
end $$;

-- Texts of rows are only carried along: of them the planner need know nothing.
create or replace function analyze_load_table(kind text, load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if kind not in ('row', 'verdict', 'match', 'fill') then raise exception 'no such table of a load: %', kind; end if;
  execute format('analyze %I %s', 'load_' || kind || '_' || load_id || '_' || attempt,
    case kind when 'row' then '(id, place, who, again, number, identity, orion_id)' else '' end);
end $$;

-- The parent's checks in one reading of a filled leaf: row by row they cost three times that.
create function check_like_parent(parent regclass, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  missing text := (
    select string_agg(format('add constraint %I %s', conname, pg_get_constraintdef(oid)), ', ' order by conname)
    from pg_constraint p
    where conrelid = parent and contype = 'c'
      and not exists (select from pg_constraint l where l.conrelid = leaf and l.conname = p.conname));
begin
  if missing is not null then execute format('alter table %s %s', leaf, missing); end if;
end $$;

create or replace function create_call_leaf(first_block int, last_block int) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'call_b' || first_block;
begin
  if first_block < 0 or last_block < first_block or last_block > 500000000 then
    raise exception 'no such blocks: % to %', first_block, last_block;
  end if;
  -- Nobody cleans a leaf while it is being filled: that is for when it is attached.
  execute format('create table %I (like call including defaults, constraint bounds check (id >= %s and id < %s))
    with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.05,
      autovacuum_enabled = false)',
    leaf, first_block::bigint << 24, (last_block::bigint + 1) << 24);
  perform index_ahead('public.call', leaf::regclass);
  if session_user <> current_user then
    execute format('grant select, insert, update on %I to %I', leaf, session_user);
  end if;
  return leaf;
end $$;

create or replace function index_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
begin
  perform check_like_parent('public.call', leaf);
  if not exists (select from pg_index where indrelid = leaf and pg_get_indexdef(indexrelid) like '% (number, campaign_id)') then
    execute format('create unique index on %s (number, campaign_id)', leaf);
  end if;
  perform index_like_parent('public.call', leaf);
  execute format('analyze %s', leaf);
end $$;

-- Half of the work before, by two connections at once; index_call_leaf() does what is left.
create function index_call_half(first_block int, half int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
  found record;
begin
  if half = 0 then
    execute format('create unique index on %s (id)', leaf);
    execute format('create unique index on %s (number, campaign_id)', leaf);
  end if;
  for found in
    select pg_get_indexdef(indexrelid) as definition, row_number() over (order by indexrelid) as n from pg_index
    where indrelid = 'public.call'::regclass and indpred is null and not indisprimary
  loop
    continue when found.n % 2 <> half;
    perform copy_index(found.definition, leaf);
  end loop;
end $$;

-- A leaf for COPY: what is the same in all of its rows is their default until it is attached.
create function create_direct_call_leaf(block int, campaign int, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  if block < 1000000 then raise exception 'no block of a large load: %', block; end if;
  perform create_call_leaf(block, block);
  execute format('alter table %I alter campaign_id set default %s, alter created_at set default %L, alter updated_at set default %L',
    'call_b' || block, campaign, at, at);
end $$;

create or replace function attach_call_leaf(first_block int, last_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'call_b' || first_block;
begin
  execute format('alter table call attach partition %I for values from (%s) to (%s)',
    leaf, first_block::bigint << 24, (last_block::bigint + 1) << 24);
  -- The partition bound says the same from here on.
  execute format('alter table %I drop constraint bounds, reset (autovacuum_enabled), alter campaign_id drop default,
    alter created_at set default now(), alter updated_at set default now()', leaf);
end $$;

-- Two tables, each made by the connection that fills it: COPY freezes what it writes into a table of its own transaction.
create function create_direct_people_leaf(block int, external boolean, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'person_b' || block;
begin
  if block < 1000000 or block > 500000000 then raise exception 'no block of a large load: %', block; end if;
  -- What the load needs of a row besides its person stands in columns that go when the leaf is attached.
  execute format('create table %I (like person including defaults, who int not null, again boolean not null,
      number bigint not null, mobile boolean not null, place int, constraint bounds check (id >= %s and id < %s))
    with (autovacuum_enabled = false)', leaf, block::bigint << 24, (block::bigint + 1) << 24);
  execute format('alter table %I alter from_external set default %L, alter created_at set default %L, alter updated_at set default %L',
    leaf, external, at, at);
  if session_user <> current_user then
    execute format('grant select, insert, update, delete on %I to %I', leaf, session_user);
  end if;
end $$;

create function create_direct_phone_leaf(block int, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'person_phone_b' || block;
begin
  if block < 1000000 or block > 500000000 then raise exception 'no block of a large load: %', block; end if;
  execute format('create table %I (like person_phone including defaults,
      constraint bounds check (person_id >= %s and person_id < %s)) with (autovacuum_enabled = false)',
    leaf, block::bigint << 24, (block::bigint + 1) << 24);
  execute format('alter table %I alter created_at set default %L', leaf, at);
  if session_user <> current_user then
    execute format('grant select, insert, update, delete on %I to %I', leaf, session_user);
  end if;
end $$;

create function analyze_direct_rows(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- These columns alone: autovacuum still finds the leaf unread and does the rest.
  execute format('analyze %I (id, place, who, again, number, identity, orion_id)', 'person_b' || block);
end $$;

-- One of the two tables: while persons are looked for in the other, this one can be made ready.
create function index_people_leaf(parent text, block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
begin
  if parent not in ('person', 'person_phone') then raise exception 'no leaves of people: %', parent; end if;
  perform check_like_parent(parent::regclass, (parent || '_b' || block)::regclass);
  perform index_like_parent(parent::regclass, (parent || '_b' || block)::regclass);
end $$;

-- As much of it as bears that the rows are being read meanwhile: a primary key and checks would lock readers out.
create function index_direct_rows(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
declare
  leaf text := 'person_b' || block;
  found text;
begin
  execute format('create unique index on %I (id)', leaf);
  for found in select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'public.person'::regclass and not indisprimary loop
    perform copy_index(found, leaf::regclass);
  end loop;
end $$;

-- By itself, when every person is there once.
create function index_orion_ids(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
begin
  execute format('create unique index on %I (orion_id) where orion_id is not null', 'person_b' || block);
end $$;

create function attach_people_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  parent text;
  leaf text;
begin
  execute format('alter table %I drop column if exists who, drop column if exists again, drop column if exists number,
    drop column if exists mobile, drop column if exists place, alter from_external set default false,
    alter updated_at set default now()', 'person_b' || block);
  foreach parent in array array['person', 'person_phone'] loop
    leaf := parent || '_b' || block;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)',
      parent, leaf, block::bigint << 24, (block::bigint + 1) << 24);
    execute format('alter table %I drop constraint bounds, reset (autovacuum_enabled), alter created_at set default now()', leaf);
    if session_user <> current_user then execute format('revoke delete on %I from %I', leaf, session_user); end if;
  end loop;
end $$;

revoke execute on function check_like_parent, index_call_half, create_direct_call_leaf, create_direct_people_leaf, create_direct_phone_leaf,
  analyze_direct_rows, index_direct_rows, index_people_leaf, attach_people_leaf, index_orion_ids from public;
