-- The audience in the order of last change, of registrations and of substates (docs/decisions/013-audience-list.md). Each index
-- leaves out the calls as a load leaves them (nobody's, pending, unchanged): a load writes no entry, and an index there is
-- already has those in load order, which is their place in these orders too. Holds change none of the columns: they stay HOT.
create index call_change on call (campaign_id, updated_at, id)
  where operator_id is not null or state_id <> 1 or updated_at <> created_at;
create index call_registered on call (campaign_id, call_count, id) where call_count > 0 or state_id <> 1;
create index call_substate on call (campaign_id, substate_id, id) where substate_id is not null;

-- An index of the parent, on a leaf.
create function copy_index(definition text, leaf regclass) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute regexp_replace(definition, '^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+', format('CREATE \1INDEX ON %s', leaf));
end $$;

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
    perform copy_index(found.definition, leaf);
  end loop;
end $$;

-- As before, without those that are there; a unique index on the key that is there becomes the primary key.
create or replace function index_like_parent(parent regclass, leaf regclass) returns void
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

revoke execute on function copy_index, index_ahead from public;
