-- People and their numbers. One table for contacts and leads: a lead that the phone dashboard recognises becomes a contact
-- and keeps its id. A call names exactly one person, hence exactly one of leadId and contactId on the wire.
--
-- Both tables are partitioned by the person's id. Ids below 1,000,000 << 24 share one leaf; a large load fills leaves of its own and
-- attaches them when it ends (docs/decisions/014-loading.md).

-- First and last name in one text, lower case, without accents and repeated blanks. A load folds names itself (identity.ts), in
-- exactly the same way; a test compares the two. Most names have no repeated blanks, and looking for them is far cheaper than
-- replacing them. (Not strict: PostgreSQL would no longer put these into the statements that call them.)
create function fold_letters(name text) returns text
  language sql immutable parallel safe
  return btrim(translate(name,
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÁÀÂÄÃÅáàâäãåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç',
    'abcdefghijklmnopqrstuvwxyzaaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuunncc'));
create function fold_name(first_name text, last_name text) returns text
  language sql immutable parallel safe
  return case when strpos(first_name || ' ' || last_name, '  ') = 0 then fold_letters(first_name || ' ' || last_name)
    else regexp_replace(fold_letters(first_name || ' ' || last_name), ' +', ' ', 'g') end;

-- Whether two folded names are the same. Folding keeps the number of letters, so that names of different length need no folding,
-- which is what a load that meets many known numbers spends most of its time on.
create function is_same_name(first_name text, last_name text, other_first_name text, other_last_name text) returns boolean
  language sql immutable parallel safe
  return case
    when length(btrim(first_name || ' ' || last_name)) <> length(btrim(other_first_name || ' ' || other_last_name))
      and strpos(first_name || ' ' || last_name, '  ') = 0 and strpos(other_first_name || ' ' || other_last_name, '  ') = 0
      then false
    else fold_name(first_name, last_name) = fold_name(other_first_name, other_last_name) end;

-- "Same person" (rule calls/same-person) as one number: the folded name with the document, else with the birth date. One
-- narrow index on it is far cheaper to build than two indexes over folded names. Null: only the phone number tells who the
-- person is.
create function person_identity(first_name text, last_name text, document text, birthday date) returns bigint
  language sql immutable parallel safe
  return case
    when fold_name(first_name, last_name) = '' then null
    when document is not null then hashtextextended('d' || fold_name(first_name, last_name) || '|' || document collate "C", 0)
    when birthday is not null then
      hashtextextended('b' || fold_name(first_name, last_name) || '|' || to_char(birthday, 'YYYY-MM-DD') collate "C", 0)
  end;

-- Not an identity column: those cannot be attached to as partitions. Its end is where the leaves of large loads begin.
create sequence person_id_seq maxvalue 16777215999999;

create table person (
  id bigint not null default nextval('person_id_seq'),
  kind text not null constraint person_kind_check check (kind = case when orion_id is null then 'lead' else 'contact' end),
  -- Texts are measured in bytes first, because counting letters costs a load a third of the time of all these checks.
  orion_id text check (octet_length(orion_id) between 1 and 100 or length(orion_id) between 1 and 100),
  first_name text not null default '',
  last_name text not null default '',
  business_name text not null default '',
  document text check (octet_length(document) between 1 and 40 or length(document) between 1 and 40),
  birthday date,
  gender text check (gender in ('F', 'M', 'X')),
  nationality text,
  channel text,
  email text check (octet_length(email) <= 254 or length(email) <= 254),
  -- Official ids, set by the one matcher of place names. No foreign keys: they would cost a load three lookups per row, for values
  -- that the matcher took from those very tables, whose rows are never removed.
  district_id text,
  section_id text,
  subsection_id text,
  interested boolean not null default false,
  dead boolean not null default false,
  do_not_call boolean not null default false,
  -- Came with an external campaign at least once: what external roles may see.
  from_external boolean not null default false,
  erased_at timestamptz,              -- personal fields emptied at the person's request; the row stays for its calls
  version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  identity bigint,                    -- person_identity(), kept by triggers; a load gives a nameless person a key of its own
  -- The number the person was loaded with. A load asks of every known person whether the number of its row is theirs, and nearly
  -- always finds the answer here; if not, it asks person_phone.
  came_number bigint,
  came_mobile boolean,
  primary key (id),
  check (section_id is null or district_id is not null),
  check (subsection_id is null or section_id is not null)
) partition by range (id);
alter sequence person_id_seq owned by person.id;
create index person_identity on person (identity) where identity is not null;
create table person_b0 partition of person for values from (minvalue) to (16777216000000);
-- On every leaf besides: unique (orion_id), which on the parent would have to contain id. Across leaves the lock of people keeps
-- it true: only loads give these ids, one load at a time.
create unique index person_b0_orion on person_b0 (orion_id) where orion_id is not null;

create trigger person_kept before delete or truncate on person for each statement execute function is_never_deleted();

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

-- Ten national digits as a number: half the size of text, a prefix is a range, the last four are number % 10000.
create table person_phone (
  number bigint not null check (number between 1000000000 and 9999999999),
  -- No foreign key: proving that each person exists took half the time of a load. Persons are never deleted.
  person_id bigint not null,
  wrong boolean not null default false,
  mobile boolean not null default false,      -- a 9 or a 15 was seen, or it came in the mobile column
  created_at timestamptz not null default now(),
  primary key (number, person_id)
) partition by range (person_id);
create index person_phone_person on person_phone (person_id);
create table person_phone_b0 partition of person_phone for values from (minvalue) to (16777216000000);

-- A number taken from a person is no longer the one the person came with.
create function forget_came_numbers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set came_number = null, came_mobile = null from gone
  where person.id = gone.person_id and person.came_number = gone.number;
  return null;
end $$;
create trigger person_phone_gone after delete on person_phone referencing old table as gone
  for each statement execute function forget_came_numbers();

-- Only blocked numbers have a row. Derived from the flags of all persons on the number and from invalid marks, in the transaction
-- that changes one of them; calls carry a copy (call.blocked).
create table blocked_number (
  number bigint primary key check (number between 1000000000 and 9999999999),
  reason text not null check (reason in ('DO_NOT_CALL', 'DEAD', 'WRONG', 'INVALID')),
  at timestamptz not null default now()
);

-- Which contacts each user was shown lately, lists included: whoever reads very many in an hour is reported to the administrators, with
-- the campaign where the contact was last seen and whether its own page was opened. Shared by all nodes. Unlogged: a crash of the
-- database only restarts the count. No index on `at`, so that reading the same contact again updates its row in place.
create unlogged table contact_reading (
  user_id int not null,
  number bigint not null,
  campaign_id int not null,
  opened boolean not null,
  at timestamptz not null,
  primary key (user_id, number)
) with (fillfactor = 70);
