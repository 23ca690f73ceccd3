-- People and their numbers in leaves by the person's id, as calls are (docs/decisions/014-loading.md): a large load fills
-- leaves of its own aside, without indexes, and attaches them at its end. Row by row into indexed tables, people and numbers
-- were two thirds of a load. Ids below 1,000,000 << 24 are of the shared leaf, those above of leaves of their own.

-- Calls name their person without a foreign key, like history and numbers: on a partitioned table each new leaf of people would
-- have to lock every leaf of calls against writers. Persons are never deleted, by trigger and by right.
do $$
declare
  found record;
begin
  for found in select conrelid::regclass as leaf, conname from pg_constraint where confrelid = 'person'::regclass loop
    execute format('alter table %s drop constraint %I', found.leaf, found.conname);
  end loop;
end $$;

create or replace function constrain_call_leaf(first_block int) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  execute format('alter table %I add constraint call_campaign foreign key (campaign_id) references campaign not valid',
    'call_b' || first_block);
end $$;

create or replace function bare_call_leaves() returns setof int
  language sql stable security definer set search_path = public, pg_temp as $$
  select substr(c.relname, 7)::int
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.call'::regclass and c.relname ~ '^call_b\d+$'
    and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.convalidated)
  order by 1
$$;

-- What was there becomes the shared leaf.
alter table person rename to person_b0;
alter index person_pkey rename to person_b0_pkey;
alter index person_orion rename to person_b0_orion;
alter index person_identity rename to person_b0_identity;
drop trigger person_identity_made on person_b0;
drop trigger person_identity_kept on person_b0;
-- An identity column cannot be attached: a sequence of the same name takes its place.
do $$
declare
  next_id bigint := (select last_value + is_called::int from person_id_seq);
begin
  alter table person_b0 alter id drop identity;
  create sequence person_id_seq maxvalue 16777215999999;
  perform setval('person_id_seq', next_id, false);
end $$;

create table person (like person_b0 including defaults including constraints) partition by range (id);
alter table person alter id set default nextval('person_id_seq');
alter sequence person_id_seq owned by person.id;
alter table person add primary key (id);
create index person_identity on person (identity) where identity is not null;
-- On every leaf besides: unique (orion_id), which on the parent would have to contain id. Over all leaves the lock of people
-- keeps it: loads alone give these ids, one at a time, to whoever has them not yet.
create trigger person_kept before delete or truncate on person for each statement execute function is_never_deleted();
create trigger person_identity_made before insert on person
  for each row when (new.identity is null) execute function keep_person_identity();
create trigger person_identity_kept before update of first_name, last_name, document, birthday on person
  for each row when ((old.first_name, old.last_name, old.document, old.birthday)
    is distinct from (new.first_name, new.last_name, new.document, new.birthday)) execute function keep_person_identity();
alter table person attach partition person_b0 for values from (minvalue) to (16777216000000);

alter table person_phone rename to person_phone_b0;
alter index person_phone_pkey rename to person_phone_b0_pkey;
alter index person_phone_person rename to person_phone_b0_person;
create table person_phone (like person_phone_b0 including defaults including constraints) partition by range (person_id);
alter table person_phone add primary key (number, person_id);
create index person_phone_person on person_phone (person_id);
alter table person_phone attach partition person_phone_b0 for values from (minvalue) to (16777216000000);

-- The steps of leaves of their own, each in a transaction of its own, as with call: create, (insert), index, attach.
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

-- What the planner believes about all leaves together, which nobody keeps up to date for a partitioned table: without it a load
-- joins its millions from the wrong side. Only when people have become a tenth more since; on a server that can, only the parents.
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

-- What attempts that are over have left: workbenches, and leaves that were never attached. A table somebody still works on (an
-- older attempt that does not know yet) is left for the next sweep. Answers how many remain.
create or replace function sweep_load_tables() returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  found record;
  remaining int := 0;
begin
  for found in
    select c.oid::regclass as name
    from pg_class c
    left join lateral regexp_match(c.relname, '^load_(?:row|verdict|match|fill)_(\d+)_(\d+)$') as bench on true
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

revoke execute on function create_people_leaf, analyze_people from public;
