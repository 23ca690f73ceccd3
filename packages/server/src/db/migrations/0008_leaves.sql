-- Partitions ("leaves") of calls, history and people are made by these functions only. CREATE TABLE … PARTITION OF would wait for
-- every open reader and stop the centre meanwhile. A table made like its parent, with a matching CHECK and all indexes already
-- there, is attached in milliseconds while people work.
--
-- SECURITY DEFINER: the application's role owns nothing and may make no tables. Every table name is built here from
-- integers. lock_timeout: at a busy moment the function fails and the caller tries again, instead of everybody queueing
-- behind it.

-- Makes an index of the parent on a leaf.
create function copy_index(definition text, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute regexp_replace(definition, '^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+', format('CREATE \1INDEX ON %s', leaf));
end $$;

-- Makes the parent's partial indexes on a leaf that is still empty. Rows of a load are in none of them, so this costs nothing;
-- building them afterwards would read the whole leaf once for each.
create function index_ahead(parent regclass, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  found record;
begin
  for found in
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = parent and i.indpred is not null order by i.indexrelid
  loop
    perform copy_index(found.definition, leaf);
  end loop;
end $$;

-- Makes the primary key and those indexes of the parent that the leaf does not have yet, read from the catalogue so that they cannot
-- drift apart. A unique index that is already on the key becomes the primary key.
create function index_like_parent(parent regclass, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  found record;
  ready text;
begin
  for found in
    select i.indexrelid, i.indisprimary, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = parent and not exists (
      select from pg_index l
      where l.indrelid = leaf and l.indisprimary = i.indisprimary and substring(pg_get_indexdef(l.indexrelid) from ' USING .*')
        = substring(pg_get_indexdef(i.indexrelid) from ' USING .*'))
    order by not i.indisprimary, i.indexrelid
  loop
    if found.indisprimary then
      select c.relname into ready from pg_index l join pg_class c on c.oid = l.indexrelid
      where l.indrelid = leaf and l.indisunique and l.indpred is null
        and substring(pg_get_indexdef(l.indexrelid) from ' USING .*') = substring(found.definition from ' USING .*');
      execute format('alter table %s add %s', leaf, case when ready is null
        then (select pg_get_constraintdef(oid) from pg_constraint where conindid = found.indexrelid and contype = 'p' limit 1)
        else format('primary key using index %I', ready) end);
    else
      perform copy_index(found.definition, leaf);
    end if;
  end loop;
end $$;

-- Adds the parent's checks to a filled leaf in one reading of it: checked row by row they cost three times that.
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

-- The steps of a leaf of calls: create, fill and index in one transaction, attach in another; then, when nobody waits for it,
-- constrain and validate.

-- A detached leaf for blocks first_block to last_block, with the partial indexes only. Answers its name.
create function create_call_leaf(first_block int, last_block int) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'call_b' || first_block;
begin
  if first_block < 0 or last_block < first_block or last_block > 500000000 then
    raise exception 'no such blocks: % to %', first_block, last_block;
  end if;
  -- No autovacuum while the leaf is being filled; attach_call_leaf() turns it on.
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

-- Checks and indexes a filled leaf; the longest step of a large load. The ANALYZE names every column and takes a third of the usual
-- sample: enough for the planner to begin with, and autovacuum, which still finds the leaf unread, does it in full later.
create function index_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' set default_statistics_target = 30 as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
begin
  perform check_like_parent('public.call', leaf);
  execute format('create unique index on %s (number, campaign_id)', leaf);
  perform index_like_parent('public.call', leaf);
  execute format('analyze %s (%s)', leaf, (
    select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = leaf and attnum > 0 and not attisdropped));
end $$;

create function attach_call_leaf(first_block int, last_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf text := 'call_b' || first_block;
begin
  execute format('alter table call attach partition %I for values from (%s) to (%s)',
    leaf, first_block::bigint << 24, (last_block::bigint + 1) << 24);
  -- The partition bound says the same from here on.
  execute format('alter table %I drop constraint bounds, reset (autovacuum_enabled)', leaf);
end $$;

-- Adds the leaf's foreign key unchecked, which locks campaign against writers for an instant. Checking it afterwards, in another
-- transaction, reads the whole leaf and holds up nobody. Both may be repeated.
create function constrain_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
begin
  if exists (select from pg_constraint where conrelid = leaf and conname = 'call_campaign') then return; end if;
  execute format('alter table %s add constraint call_campaign foreign key (campaign_id) references campaign not valid', leaf);
end $$;

create function validate_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  execute format('alter table %I validate constraint call_campaign', 'call_b' || first_block);
end $$;

-- Attached leaves whose foreign key is missing or not validated yet, by their block. Loads leave it for later: with the key on the
-- leaf before, each row would be looked up by itself; added in the load's last transaction, it would lock campaigns while that
-- transaction holds its own campaign's lock, in an order that nobody else keeps.
create function bare_call_leaves() returns setof int
  language sql stable security definer set search_path = public, pg_temp as $$
  select substr(c.relname, 7)::int
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.call'::regclass and c.relname ~ '^call_b\d+$'
    and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.convalidated)
  order by 1
$$;

-- Makes shared leaves for all small blocks given so far and the next 200. Cheap when nothing is missing; answers how many it made.
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

-- Makes the months of history (UTC) that touch the given days; without arguments this one and the next three. Run at start-up and
-- daily.
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

revoke execute on function copy_index, index_ahead, index_like_parent, check_like_parent, create_call_leaf, index_call_leaf,
  attach_call_leaf, constrain_call_leaf, validate_call_leaf, bare_call_leaves, ensure_shared_call_leaf, ensure_history_months
  from public;
