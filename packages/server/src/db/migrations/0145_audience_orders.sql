-- The audience in the order of last change, of registrations and of substates (docs/decisions/013-audience-list.md). Each index
-- leaves out the calls as a load leaves them (nobody's, pending, unchanged): a load writes no entry, and an index there is
-- already has those in load order, which is their place in these orders too. Holds change none of the columns: they stay HOT.
create index call_change on call (campaign_id, updated_at, id)
  where operator_id is not null or state_id <> 1 or updated_at <> created_at;
create index call_registered on call (campaign_id, call_count, id) where call_count > 0 or state_id <> 1;
create index call_substate on call (campaign_id, substate_id, id) where substate_id is not null;

-- Building an index reads the whole leaf, also one that will have no entry: seven of them cost a load as much as three real ones.
-- On a leaf that is still empty they cost nothing, and then a glance at each row that comes, which is not to be measured.
create function index_ahead(parent regclass, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  found record;
begin
  for found in
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = parent and i.indpred is not null order by i.indexrelid
  loop
    execute regexp_replace(found.definition, '^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+', format('CREATE \1INDEX ON %s', leaf));
  end loop;
end $$;

-- As before, without those that are there.
create or replace function index_like_parent(parent regclass, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  found record;
begin
  for found in
    select i.indexrelid, i.indisprimary, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = parent and not exists (
      select from pg_index l
      where l.indrelid = leaf and substring(pg_get_indexdef(l.indexrelid) from ' USING .*')
        = substring(pg_get_indexdef(i.indexrelid) from ' USING .*'))
    order by not i.indisprimary, i.indexrelid
  loop
    if found.indisprimary then
      execute format('alter table %s add %s', leaf,
        (select pg_get_constraintdef(oid) from pg_constraint where conindid = found.indexrelid and contype = 'p' limit 1));
    else
      execute regexp_replace(found.definition, '^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+', format('CREATE \1INDEX ON %s', leaf));
    end if;
  end loop;
end $$;

create or replace function create_call_leaf(first_block int, last_block int) returns text
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
  perform index_ahead('public.call', leaf::regclass);
  if session_user <> current_user then
    execute format('grant select, insert, update on %I to %I', leaf, session_user);
  end if;
  return leaf;
end $$;

revoke execute on function index_ahead from public;
