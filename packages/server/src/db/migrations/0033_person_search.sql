-- Indexes that find a person among millions by document, mail or name. They are made with care for loads, which build them for every
-- new leaf of people: documents and mails compare bytes, and names are not indexed as texts but as numbers.

set local maintenance_work_mem = '512MB';

create index person_document on person (document collate "C") where document is not null;
create index person_email on person (lower(email) collate "C") where email is not null;

-- A word as one number: its first four letters, five bits each. 0 is the end of the word and every character that is no letter.
create function word_key(word text) returns int
  language sql immutable parallel safe
  return (strpos('abcdefghijklmnopqrstuvwxyz', substr(word || '    ', 1, 1)) << 15)
    | (strpos('abcdefghijklmnopqrstuvwxyz', substr(word || '    ', 2, 1)) << 10)
    | (strpos('abcdefghijklmnopqrstuvwxyz', substr(word || '    ', 3, 1)) << 5)
    | strpos('abcdefghijklmnopqrstuvwxyz', substr(word || '    ', 4, 1));

-- The numbers of all words of a name. A load computes them itself (call-store/name-keys.ts), in exactly the same way; a test compares
-- the two.
create function keys_of_name(first_name text, last_name text, business_name text) returns int[]
  language sql immutable parallel safe
  return array(
    select word_key(word)
    from unnest(string_to_array(translate(fold_letters(first_name || ' ' || last_name || ' ' || business_name), '''-', '  '), ' ')) as word
    where word <> '');

-- What the load computed; null for everybody else, whose name the index reads: nobody has to be updated when this column is added.
alter table person add column name_keys int[];
create index person_name on person using gin ((coalesce(name_keys, keys_of_name(first_name, last_name, business_name))));

create function forget_name_keys() returns trigger language plpgsql as $$
begin
  new.name_keys := null;
  return new;
end $$;
create trigger person_name_keys_forgotten before update of first_name, last_name, business_name on person
  for each row when ((old.first_name, old.last_name, old.business_name)
    is distinct from (new.first_name, new.last_name, new.business_name)) execute function forget_name_keys();

-- As before (0011_load_tables.sql), and the rows have the numbers of their names.
create or replace function create_load_tables(load_id int, attempt int) returns void
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
      channel text, email text, name_keys int[]
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
