-- How a load works inside the database (docs/decisions/014-loading.md).

-- Why a load failed, in words for whoever loaded it.
alter table audience_load add column failure text check (failure is null or status = 'ERROR');
-- True from an attempt's first step until its workbench may go; a completed load may still be filling blanks.
alter table audience_load add column working boolean not null default false;
-- The run of person ids an attempt has taken: should its numbers be there without their persons, they are found by it.
alter table audience_load add column first_person_id bigint, add column person_count int;

-- "Same person" (decisions 5) as one narrow key instead of two wide indexes over folded names: building those cost more than the
-- people themselves. Folds exactly what identity.ts folds, and hashes as it does; a test compares the two.
create function fold_name(first_name text, last_name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(translate(first_name || ' ' || last_name,
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÁÀÂÄÃÅáàâäãåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç',
    'abcdefghijklmnopqrstuvwxyzaaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuunncc'), ' +', ' ', 'g'));

-- By document, else by birth date; null: only their number tells who they are (a load gives such a person a key of its own).
create function person_identity(first_name text, last_name text, document text, birthday date) returns bigint
  language sql immutable parallel safe
  return case
    when fold_name(first_name, last_name) = '' then null
    when document is not null then hashtextextended('d' || fold_name(first_name, last_name) || '|' || document collate "C", 0)
    when birthday is not null then
      hashtextextended('b' || fold_name(first_name, last_name) || '|' || to_char(birthday, 'YYYY-MM-DD') collate "C", 0)
  end;

alter table person add column identity bigint;
update person set identity = person_identity(first_name, last_name, document, birthday);
drop index person_document, person_birthday;
create index person_identity on person (identity) where identity is not null;

create function keep_person_identity() returns trigger language plpgsql as $$
begin
  new.identity := person_identity(new.first_name, new.last_name, new.document, new.birthday);
  return new;
end $$;
create trigger person_identity_made before insert on person
  for each row when (new.identity is null) execute function keep_person_identity();
create trigger person_identity_kept before update of first_name, last_name, document, birthday on person
  for each row when ((old.first_name, old.last_name, old.document, old.birthday)
    is distinct from (new.first_name, new.last_name, new.document, new.birthday)) execute function keep_person_identity();

-- A lookup per row of a load, half of its time, to prove that rows exist which the same statement has just made. Persons are
-- never deleted.
alter table person_phone drop constraint person_phone_person_id_fkey;

-- The workbench of one attempt of one load: unlogged, and so gone after a crash of the server, dropped by the sweep otherwise.
-- SECURITY DEFINER: the application's role may make no tables (SEC-54). Every name is built here from integers.
create function create_load_tables(load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  suffix text := load_id || '_' || attempt;
begin
  -- Valid rows in file order. `place` counts the first row of each number; null: that number came before. `who` counts
  -- persons; `again`: that person came before.
  execute format('create unlogged table %I (
      row int not null, place int, who int not null, again boolean not null, number bigint not null, mobile boolean not null,
      hash_high int not null, hash_low int not null, orion_id text, first_name text not null, last_name text not null,
      document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text,
      identity bigint not null generated always as ((hash_high::bigint << 32) | (hash_low::bigint & 4294967295)) stored
    ) with (autovacuum_enabled = false)', 'load_row_' || suffix);
  -- Numbers that make no new call, and why: 1 is one already, 2 blocked, 3 called lately, 4 of another campaign.
  execute format('create unlogged table %I (place int not null, number bigint not null, why smallint not null)
    with (autovacuum_enabled = false)', 'load_verdict_' || suffix);
  -- Persons of the file that need no new row: known already, or (null) on skipped numbers only.
  execute format('create unlogged table %I (who int not null, person_id bigint) with (autovacuum_enabled = false)',
    'load_match_' || suffix);
  -- Rows that know something which their person lacks.
  execute format('create unlogged table %I (person_id bigint not null, row int not null, orion_id text, first_name text not null,
      last_name text not null, document text, birthday date, gender text, nationality text, channel text, email text,
      district_id text, section_id text, subsection_id text) with (autovacuum_enabled = false)', 'load_fill_' || suffix);
  if session_user <> current_user then
    execute format('grant select, insert on %I, %I, %I, %I to %I',
      'load_row_' || suffix, 'load_verdict_' || suffix, 'load_match_' || suffix, 'load_fill_' || suffix, session_user);
  end if;
end $$;

-- Without it the planner believes the tables to be empty, and millions of rows are joined one by one.
create function analyze_load_table(kind text, load_id int, attempt int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if kind not in ('row', 'verdict', 'match', 'fill') then raise exception 'no such table of a load: %', kind; end if;
  execute format('analyze %I', 'load_' || kind || '_' || load_id || '_' || attempt);
end $$;

-- What attempts that are over have left: workbenches, and leaves that were never attached. A table somebody still works on (an
-- older attempt that does not know yet) is left for the next sweep. Answers how many remain.
create function sweep_load_tables() returns int
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
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and (bench is not null and not exists (
          select from audience_load l where l.id = bench[1]::int and l.attempt = bench[2]::int and l.working)
        or leaf is not null and leaf[1]::bigint >= 1000000 and not exists (
          select from audience_load l where l.block = leaf[1]::int and l.working))
  loop
    begin
      execute format('drop table %s', found.name);
    exception when lock_not_available or deadlock_detected or undefined_table then
      remaining := remaining + 1;
    end;
  end loop;
  return remaining;
end $$;

-- The foreign keys of leaves that loads have attached, added when nobody waits for them: with them on the leaf before, each row
-- would be looked up by itself; added in the load's last transaction, they would lock people and campaigns together with the
-- campaign's own lock, in no order that others keep. Answers the blocks whose keys are still to be validated.
create function bare_call_leaves() returns setof int
  language sql stable security definer set search_path = public, pg_temp as $$
  select substr(c.relname, 7)::int
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.call'::regclass and c.relname ~ '^call_b\d+$'
    and (select count(*) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.convalidated) < 2
  order by 1
$$;

revoke execute on function create_load_tables, analyze_load_table, sweep_load_tables, bare_call_leaves from public;
