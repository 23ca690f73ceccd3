-- The tables that one attempt of one load works with, and the leaves that a large load fills (docs/decisions/014-loading.md).
-- SECURITY DEFINER and names made of integers, as in 0008_leaves.sql.

-- The staging tables of an attempt, made by the transaction that fills the first one. Unlogged, so a crash of the server empties
-- them; dropped by sweep_load_tables(). What is decided about a number may be taken back (`delete` on the numbers without a call): a
-- number all of whose persons are dead or wrong is free again with another person on it, and one that gains a person who must not be
-- called is blocked.
create function create_load_tables(load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  suffix text := load_id || '_' || attempt;
begin
  -- Valid rows in the order of the source. `id` counts them; `person_row` is the row in which the person came first, and
  -- `repeats_person` tells that this is another one; `number_order` counts the different numbers, -1: the number came before.
  execute format('create unlogged table %I (
      id int not null, person_row int not null, repeats_person boolean not null, number bigint not null, number_order int not null,
      mobile boolean not null, identity bigint not null, birthday date, gender text, district_id text, section_id text,
      subsection_id text, orion_id text, first_name text not null, last_name text not null, document text, nationality text,
      channel text, email text
    ) with (autovacuum_enabled = false)', 'load_row_' || suffix);
  -- Numbers that get no new call, and why: 1 is a call already, 2 blocked, 3 called lately, 4 of another campaign, 5 will be blocked
  -- because of a person whom this load brings to it.
  execute format('create unlogged table %I (number_order int not null, number bigint not null, reason smallint not null)
    with (autovacuum_enabled = false)', 'load_no_call_' || suffix);
  -- Persons of the source who need no new row: known already, or (person_id null) only on numbers that must not be called. Of a
  -- known person it keeps what calls copy, whether the person is dead or must not be called, and whether the first row may add data
  -- or a number: joining five million people again costs as much as finding them.
  execute format('create unlogged table %I (person_row int not null, person_id bigint, adds_data boolean, adds_number boolean,
      never_called boolean, interested boolean, birthday date, gender text, district_id text, section_id text, subsection_id text)
    with (autovacuum_enabled = false)', 'load_known_' || suffix);
  -- Rows with data that their person lacks.
  execute format('create unlogged table %I (person_id bigint not null, id int not null, orion_id text, first_name text not null,
      last_name text not null, document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text) with (autovacuum_enabled = false)', 'load_fill_' || suffix);
  if session_user <> current_user then
    execute format('grant select, insert on %I, %I, %I, %I to %I',
      'load_row_' || suffix, 'load_no_call_' || suffix, 'load_known_' || suffix, 'load_fill_' || suffix, session_user);
    execute format('grant delete on %I to %I', 'load_no_call_' || suffix, session_user);
  end if;
end $$;

-- Without it the planner takes the tables to be empty and joins millions of rows one by one. Every column, of a small sample: a text
-- of which nothing is known is taken to be so long that joins are cut into pieces, and calls then come in another order than the
-- file's, which doubles the time of their indexes.
create function analyze_load_table(kind text, load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 30 as $$
begin
  if kind not in ('row', 'no_call', 'known', 'fill') then raise exception 'no such table of a load: %', kind; end if;
  execute format('analyze %I', 'load_' || kind || '_' || load_id || '_' || attempt);
end $$;

-- Drops what finished attempts have left: staging tables, and leaves that were never attached. A table that somebody still uses (an
-- older attempt that does not know yet) is left for the next sweep. Tables are named by name, not by oid: one that was dropped
-- meanwhile is no error. Answers how many remain.
create function sweep_load_tables() returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  found record;
  remaining int := 0;
begin
  for found in
    select c.relname as name
    from pg_class c
    left join lateral regexp_match(c.relname, '^load_(?:row|no_call|known|fill)_(\d+)_(\d+)$') as staging on true
    left join lateral regexp_match(c.relname, '^(?:call|person|person_phone)_b(\d+)$') as leaf on true
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and (staging is not null and not exists (
          select from audience_load l where l.id = staging[1]::int and l.attempt = staging[2]::int and l.working)
        or leaf is not null and leaf[1]::bigint >= 1000000 and not exists (
          select from audience_load l where l.block = leaf[1]::int and l.working))
  loop
    begin
      execute format('drop table if exists public.%I', found.name);
    exception when lock_not_available or deadlock_detected then
      remaining := remaining + 1;
    end;
  end loop;
  return remaining;
end $$;

-- Statistics of a leaf to which a load has just added calls, made in the load's own transaction: whoever sees the calls has their
-- statistics. Left out while autovacuum is reading the leaf.
create function analyze_call_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Blocks below a million share leaves by the thousand.
  execute format('analyze (skip_locked) %I', 'call_b' || case when block < 1000000 then block / 1000 * 1000 else block end);
end $$;

-- A detached leaf of persons or of their numbers. Persons get the unique index of every leaf on orion_id (0006_people.sql) while it
-- is empty: most loads bring no such id, and building it afterwards would read the whole leaf.
create function create_people_leaf(parent text, block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := parent || '_b' || block;
  key text := case parent when 'person' then 'id' when 'person_phone' then 'person_id' end;
begin
  if key is null then raise exception 'no leaves of people: %', parent; end if;
  if block < 1000000 or block > 500000000 then raise exception 'no block of a large load: %', block; end if;
  execute format('create table %I (like %I including defaults, constraint bounds check (%I >= %s and %I < %s))
    with (autovacuum_enabled = false)', leaf, parent, key, block::bigint << 24, key, (block::bigint + 1) << 24);
  if parent = 'person' then
    execute format('create unique index on %I (orion_id) where orion_id is not null', leaf);
  end if;
  if session_user <> current_user then
    execute format('grant select, insert, update on %I to %I', leaf, session_user);
  end if;
end $$;

-- Checks and indexes such a leaf once it is filled.
create function index_people_leaf(parent text, block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
begin
  if parent not in ('person', 'person_phone') then raise exception 'no leaves of people: %', parent; end if;
  perform check_like_parent(parent::regclass, (parent || '_b' || block)::regclass);
  perform index_like_parent(parent::regclass, (parent || '_b' || block)::regclass);
end $$;

-- Both leaves of a block.
create function attach_people_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  parent text;
  leaf text;
begin
  foreach parent in array array['person', 'person_phone'] loop
    leaf := parent || '_b' || block;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)',
      parent, leaf, block::bigint << 24, (block::bigint + 1) << 24);
    execute format('alter table %I drop constraint bounds, reset (autovacuum_enabled)', leaf);
  end loop;
end $$;

-- Statistics over all leaves together, which PostgreSQL never makes by itself for a partitioned table: without them a load joins its
-- millions from the wrong side. Only when the number of people changed by a tenth; on a server that can, only the parents.
create function analyze_people() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent regclass;
begin
  foreach parent in array array['person', 'person_phone']::regclass[] loop
    continue when (
      select p.reltuples > 0 and sum(greatest(c.reltuples, 0)) between p.reltuples * 0.9 and p.reltuples * 1.1
      from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
      where p.oid = parent group by p.reltuples);
    execute format('analyze %s %s', case when current_setting('server_version_num')::int >= 180000 then 'only' else '' end, parent);
  end loop;
end $$;

revoke execute on function create_load_tables, analyze_load_table, sweep_load_tables, analyze_call_leaf, create_people_leaf,
  index_people_leaf, attach_people_leaf, analyze_people from public;
