-- The tables that one attempt of one load works with, and the leaves that a large load fills (docs/decisions/014-loading.md).
-- SECURITY DEFINER and names made of integers, as in 0008_leaves.sql.

-- The working tables of an attempt. Unlogged, so a crash of the server empties them; dropped by sweep_load_tables().
create function create_load_tables(load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  suffix text := load_id || '_' || attempt;
begin
  -- Rows that repeat a person or a number of the file, shaped like persons. `id` counts the rows; `who` is the row in which the person
  -- came first, and `again` tells that this is not that row; `place` counts the first row of each number, null: not the first.
  execute format('create unlogged table %I (
      id bigint not null, who int not null, again boolean not null, number bigint not null, mobile boolean not null,
      identity bigint not null, kind text not null, orion_id text, first_name text not null, last_name text not null,
      document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text, place int
    ) with (autovacuum_enabled = false)', 'load_odd_' || suffix);
  -- Numbers that make no new call, and why: 1 is one already, 2 blocked, 3 called lately, 4 of another campaign. `who`: the person
  -- whose first row it is.
  execute format('create unlogged table %I (place int not null, number bigint not null, why smallint not null, who int)
    with (autovacuum_enabled = false)', 'load_verdict_' || suffix);
  -- Persons of the file that need no new row: known already, or (null) on skipped numbers only. Of a known person it keeps what
  -- calls copy, and whether the first row may add data or a number: joining five million people again costs as much as finding them.
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

-- All valid rows, for loads that do not write them straight into leaves. Made by the transaction that fills it.
create function create_load_rows(load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := 'load_row_' || load_id || '_' || attempt;
begin
  execute format('create unlogged table %I (like %I) with (autovacuum_enabled = false)', name, 'load_odd_' || load_id || '_' || attempt);
  if session_user <> current_user then execute format('grant select, insert on %I to %I', name, session_user); end if;
end $$;

-- Without it the planner takes the tables to be empty and joins millions of rows one by one. Every column, of a small sample: a text
-- of which nothing is known is taken to be so long that joins are cut into pieces, and calls then come in another order than the
-- file's, which doubles the time of their indexes.
create function analyze_load_table(kind text, load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 30 as $$
begin
  if kind not in ('row', 'odd', 'verdict', 'match', 'fill') then raise exception 'no such table of a load: %', kind; end if;
  execute format('analyze %I', 'load_' || kind || '_' || load_id || '_' || attempt);
end $$;

-- Drops what finished attempts have left: working tables, and leaves that were never attached. A table that somebody still uses (an
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
      execute format('drop table if exists public.%I', found.name);
    exception when lock_not_available or deadlock_detected then
      remaining := remaining + 1;
    end;
  end loop;
  return remaining;
end $$;

-- A leaf of calls for COPY: what is the same in all of its rows is a default until it is attached.
create function create_direct_call_leaf(block int, campaign int, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  if block < 1000000 then raise exception 'no block of a large load: %', block; end if;
  perform create_call_leaf(block, block);
  execute format('alter table %I alter campaign_id set default %s, alter created_at set default %L, alter updated_at set default %L',
    'call_b' || block, campaign, at, at);
end $$;

-- The checks by themselves, before any index: adding them locks out whoever builds one.
create function check_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  perform check_like_parent('public.call', ('public.call_b' || first_block)::regclass);
end $$;

-- One of four indexes, so that several connections build them at once; index_call_leaf() makes what is left. The first two are the
-- leaf's own keys, the others those of the parent that are not partial.
create function index_call_part(first_block int, part int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
begin
  case part
    when 0 then execute format('create unique index on %s (id)', leaf);
    when 1 then execute format('create unique index on %s (number, campaign_id)', leaf);
    else perform copy_index(definition, leaf) from (
      select pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'public.call'::regclass and indpred is null and not indisprimary
      order by indexrelid offset part - 2 limit 1) found;
  end case;
end $$;

-- Statistics of a leaf to which a load has just added calls, made in the load's own transaction: whoever sees the calls has their
-- statistics. Left out while autovacuum is reading the leaf.
create function analyze_call_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Blocks below a million share leaves by the thousand.
  execute format('analyze (skip_locked) %I', 'call_b' || case when block < 1000000 then block / 1000 * 1000 else block end);
end $$;

-- Detached leaves of people and numbers, filled by inserts.
create function create_people_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  low bigint := block::bigint << 24;
  high bigint := (block::bigint + 1) << 24;
begin
  if block < 1000000 or block > 500000000 then raise exception 'no block of a large load: %', block; end if;
  execute format('create table %I (like person including defaults,
    constraint bounds check (id >= %s and id < %s)) with (autovacuum_enabled = false)', 'person_b' || block, low, high);
  execute format('create table %I (like person_phone including defaults,
    constraint bounds check (person_id >= %s and person_id < %s)) with (autovacuum_enabled = false)',
    'person_phone_b' || block, low, high);
  if session_user <> current_user then
    execute format('grant select, insert, update on %I, %I to %I', 'person_b' || block, 'person_phone_b' || block, session_user);
  end if;
end $$;

-- A leaf for COPY with only the columns that rows bring, in that order. The others are added by complete_people_leaf(): a fifth less
-- to write, to log and to read again for each index.
create function create_narrow_leaf(parent regclass, leaf text, columns text[], key text, block int) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  if block < 1000000 or block > 500000000 then raise exception 'no block of a large load: %', block; end if;
  execute format('create table %I (%s, constraint bounds check (%I >= %s and %I < %s)) with (autovacuum_enabled = false)', leaf, (
      select string_agg(format('%I %s%s', attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end),
        ', ' order by place)
      from unnest(columns) with ordinality as given (name, place)
      join pg_attribute on attrelid = parent and attname = given.name and attnum > 0 and not attisdropped),
    key, block::bigint << 24, key, (block::bigint + 1) << 24);
  if session_user <> current_user then
    execute format('grant select, insert, update, delete on %I to %I', leaf, session_user);
  end if;
end $$;

-- Each made by the connection that fills it: COPY freezes the rows it writes into a table of its own transaction.
create function create_direct_people_leaf(block int, columns text[]) returns void
  language sql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
  select create_narrow_leaf('public.person', 'person_b' || block, columns, 'id', block);
$$;
create function create_direct_phone_leaf(block int, columns text[]) returns void
  language sql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
  select create_narrow_leaf('public.person_phone', 'person_phone_b' || block, columns, 'person_id', block);
$$;

-- Adds the columns that are the same in all rows, with a constant default: PostgreSQL then writes no row (attmissingval).
create function complete_people_leaf(parent text, block int, external boolean, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf regclass := (parent || '_b' || block)::regclass;
  same jsonb := jsonb_build_object('from_external', external, 'created_at', at, 'updated_at', at);
begin
  if parent not in ('person', 'person_phone') then raise exception 'no leaves of people: %', parent; end if;
  execute format('alter table %s %s', leaf, (
    select string_agg(format('add %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when same ? a.attname then format(' default %L', same ->> a.attname)
        else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end,
      case when a.attnotnull then ' not null' else '' end), ', ' order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = parent::regclass and a.attnum > 0 and not a.attisdropped
      and not exists (select from pg_attribute l where l.attrelid = leaf and l.attname = a.attname)));
end $$;

-- Only the columns by which persons are looked for: autovacuum still finds the leaves unread and does the rest later.
create function analyze_direct_rows(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 30 as $$
begin
  execute format('analyze %I (id, identity, orion_id)', 'person_b' || block);
  execute format('analyze %I (number, person_id)', 'person_phone_b' || block);
end $$;

-- Checks and indexes one of the two leaves: the other may be read meanwhile.
create function index_people_leaf(parent text, block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
begin
  if parent not in ('person', 'person_phone') then raise exception 'no leaves of people: %', parent; end if;
  perform check_like_parent(parent::regclass, (parent || '_b' || block)::regclass);
  perform index_like_parent(parent::regclass, (parent || '_b' || block)::regclass);
end $$;

-- By itself, once every person is there only once.
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
  execute format('alter table %I alter from_external set default false, alter updated_at set default now()', 'person_b' || block);
  foreach parent in array array['person', 'person_phone'] loop
    leaf := parent || '_b' || block;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)',
      parent, leaf, block::bigint << 24, (block::bigint + 1) << 24);
    execute format('alter table %I drop constraint bounds, reset (autovacuum_enabled), alter created_at set default now()', leaf);
    if session_user <> current_user then execute format('revoke delete on %I from %I', leaf, session_user); end if;
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

revoke execute on function create_load_tables, create_load_rows, analyze_load_table, sweep_load_tables, create_direct_call_leaf,
  check_call_leaf, index_call_part, analyze_call_leaf, create_people_leaf, create_narrow_leaf, create_direct_people_leaf,
  create_direct_phone_leaf, complete_people_leaf, analyze_direct_rows, index_people_leaf, index_orion_ids, attach_people_leaf,
  analyze_people from public;
