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
