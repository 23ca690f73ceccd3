-- Partitions are made by these functions only. CREATE TABLE … PARTITION OF would stop the centre behind any open reader; a
-- table made like the parent, given a matching CHECK and all indexes first, attaches in milliseconds and nobody waits.
-- SECURITY DEFINER: the application's role owns nothing (SEC-54). Every name is built here from integers. lock_timeout
-- makes a busy moment an error that the caller retries instead of a queue in front of the table.

-- Primary key and indexes exactly as the parent has them, read from the catalogue so that they cannot drift.
create function index_like_parent(parent regclass, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  found record;
begin
  for found in
    select i.indexrelid, i.indisprimary, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = parent order by not i.indisprimary, i.indexrelid
  loop
    if found.indisprimary then
      execute format('alter table %s add %s', leaf,
        (select pg_get_constraintdef(oid) from pg_constraint where conindid = found.indexrelid and contype = 'p' limit 1));
    else
      execute regexp_replace(found.definition, '^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+', format('CREATE \1INDEX ON %s', leaf));
    end if;
  end loop;
end $$;

-- Foreign keys are added to a leaf unchecked, which locks the tables they name for an instant, against writers only. Validating
-- them afterwards, in another transaction, reads the whole leaf and holds no lock that anybody feels.
create function validate_constraints(leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  found record;
begin
  for found in select conname from pg_constraint where conrelid = leaf and contype = 'f' and not convalidated order by conname loop
    execute format('alter table %s validate constraint %I', leaf, found.conname);
  end loop;
end $$;

-- The steps of a leaf of its own, each in a transaction of its own: create, (COPY), index, constrain, validate, attach.
-- A detached, index-free leaf for blocks first_block to last_block, ready for COPY. Its name is returned.
create function create_call_leaf(first_block int, last_block int) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'call_b' || first_block;
begin
  if first_block < 0 or last_block < first_block or last_block > 500000000 then
    raise exception 'no such blocks: % to %', first_block, last_block;
  end if;
  execute format('create table %I (like call including defaults including constraints, constraint bounds check (id >= %s and id < %s))
    with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.05)',
    leaf, first_block::bigint << 24, (last_block::bigint + 1) << 24);
  if session_user <> current_user then
    execute format('grant select, insert, update on %I to %I', leaf, session_user);
  end if;
  return leaf;
end $$;

-- Indexes a filled detached leaf; the longest step of a large load.
create function index_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
begin
  execute format('create unique index on %s (number, campaign_id)', leaf);
  perform index_like_parent('public.call', leaf);
  execute format('analyze %s', leaf);
end $$;

create function constrain_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  execute format('alter table %I
    add constraint call_campaign foreign key (campaign_id) references campaign not valid,
    add constraint call_person foreign key (person_id) references person not valid', 'call_b' || first_block);
end $$;

create function validate_call_leaf(first_block int) returns void
  language sql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
  select validate_constraints(('public.call_b' || first_block)::regclass);
$$;

create function attach_call_leaf(first_block int, last_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'call_b' || first_block;
begin
  execute format('alter table call attach partition %I for values from (%s) to (%s)',
    leaf, first_block::bigint << 24, (last_block::bigint + 1) << 24);
  -- The partition bound says the same from here on.
  execute format('alter table %I drop constraint bounds', leaf);
end $$;

-- What remains of a failed or cancelled large load. An attached leaf is never dropped.
create function drop_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf regclass := to_regclass('public.call_b' || first_block);
begin
  if leaf is null then return; end if;
  if exists (select from pg_inherits where inhrelid = leaf) then
    raise exception 'leaf % holds calls of the centre', leaf;
  end if;
  execute format('drop table %s', leaf);
end $$;

-- Shared leaves for all small blocks given so far and the next 200. Cheap when nothing is missing; returns how many it made.
create function ensure_shared_call_leaf() returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  made int := 0;
  leaf int;
begin
  perform pg_advisory_xact_lock(7261, 1);
  for leaf in select generate_series(0, least((select last_value from small_block) + 200, 999999) / 1000) loop
    continue when to_regclass('public.call_b' || leaf * 1000) is not null;
    perform create_call_leaf(leaf * 1000, leaf * 1000 + 999);
    perform index_call_leaf(leaf * 1000);
    perform constrain_call_leaf(leaf * 1000);
    perform validate_call_leaf(leaf * 1000);
    perform attach_call_leaf(leaf * 1000, leaf * 1000 + 999);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Months of history (UTC) that touch the given days; without arguments this one and the next three. Run at start-up and daily.
create function ensure_history_months(from_day date default current_date, to_day date default (current_date + 95)) returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  made int := 0;
  month date;
  leaf text;
  low text;
  high text;
begin
  if to_day < from_day or to_day - from_day > 3700 then
    raise exception 'no such span of months: % to %', from_day, to_day;
  end if;
  perform pg_advisory_xact_lock(7261, 2);
  for month in select generate_series(date_trunc('month', from_day), to_day, interval '1 month')::date loop
    leaf := 'call_history_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('public.' || leaf) is not null;
    low := month || ' 00:00:00+00';
    high := (month + interval '1 month')::date || ' 00:00:00+00';
    execute format('create table %I (like call_history including defaults including constraints,
      constraint bounds check (created_at >= %L and created_at < %L))', leaf, low, high);
    perform index_like_parent('public.call_history', leaf::regclass);
    execute format('alter table %I
      add constraint call_history_campaign foreign key (campaign_id) references campaign,
      add constraint call_history_user foreign key (user_id) references app_user,
      add constraint call_history_state foreign key (state_id) references state,
      add constraint call_history_substate foreign key (substate_id) references substate', leaf);
    execute format('alter table call_history attach partition %I for values from (%L) to (%L)', leaf, low, high);
    execute format('alter table %I drop constraint bounds', leaf);
    made := made + 1;
  end loop;
  return made;
end $$;

revoke execute on function index_like_parent, validate_constraints, create_call_leaf, index_call_leaf,
  constrain_call_leaf, validate_call_leaf, attach_call_leaf, drop_call_leaf, ensure_shared_call_leaf, ensure_history_months from public;
