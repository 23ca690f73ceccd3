-- What every load pays for the calls' indexes (docs/decisions/014-loading.md), less what nobody needs.

-- The dearest of them: a fresh call is nobody's, and nobody looks for nobody's calls by it. They are told from load order or from
-- what is kept in memory (docs/decisions/013-audience-list.md).
drop index call_oper;
create index call_oper on call (campaign_id, operator_id, state_id, id) where operator_id is not null;

-- The checks by themselves, before any index: they lock out whoever builds one.
create function check_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  perform check_like_parent('public.call', ('public.call_b' || first_block)::regclass);
end $$;

-- One of four indexes, so that several connections build them at once; index_call_leaf() does what is left. The first two are
-- the leaf's own keys, the others the parent's that are not partial (those are there since the leaf was empty).
drop function index_call_half;
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

-- As in 0155, but a third of the rows is enough for the planner to begin with. Named one by one, the columns still count as unread:
-- autovacuum reads as many as it likes, later.
create or replace function index_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '2s' set maintenance_work_mem = '512MB' set default_statistics_target = 30 as $$
declare
  leaf regclass := ('public.call_b' || first_block)::regclass;
begin
  perform check_like_parent('public.call', leaf);
  if not exists (select from pg_index where indrelid = leaf and pg_get_indexdef(indexrelid) like '% (number, campaign_id)') then
    execute format('create unique index on %s (number, campaign_id)', leaf);
  end if;
  perform index_like_parent('public.call', leaf);
  execute format('analyze %s (%s)', leaf, (
    select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = leaf and attnum > 0 and not attisdropped));
end $$;
alter function analyze_direct_rows(int) set default_statistics_target = 30;

revoke execute on function check_call_leaf, index_call_part from public;

-- The same as before at two thirds of the time: bytes are counted without looking at them, so letters only where there are many;
-- and of the two kinds of person one follows from the other column.
alter table person drop constraint person_kind_check, drop constraint person_check, drop constraint person_document_check,
  drop constraint person_email_check, drop constraint person_orion_id_check;
alter table person
  add constraint person_kind_check check (kind = case when orion_id is null then 'lead' else 'contact' end),
  add constraint person_document_check check (octet_length(document) between 1 and 40 or length(document) between 1 and 40),
  add constraint person_email_check check (octet_length(email) <= 254 or length(email) <= 254),
  add constraint person_orion_id_check check (octet_length(orion_id) between 1 and 100 or length(orion_id) between 1 and 100);

-- Leaves of people (0155, 0160) are made of what rows bring alone, in that order. What is the same in all of them is added when they
-- are filled, which writes nothing: a fifth less to write, to log and to read again for each index.
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

drop function create_direct_people_leaf, create_direct_phone_leaf;
create function create_direct_people_leaf(block int, columns text[]) returns void
  language sql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
  select create_narrow_leaf('public.person', 'person_b' || block, columns, 'id', block);
$$;
create function create_direct_phone_leaf(block int, columns text[]) returns void
  language sql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
  select create_narrow_leaf('public.person_phone', 'person_phone_b' || block, columns, 'person_id', block);
$$;

-- A column with a constant default is there without being written (attmissingval): later changes of a row write it.
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

revoke execute on function create_narrow_leaf, create_direct_people_leaf, create_direct_phone_leaf, complete_people_leaf from public;
