-- What a load decides about numbers depends on who it brings: a number all of whose persons are dead or wrong is free again with
-- another person on it, and one that gains a person who must not be called is blocked (docs/decisions/014-loading.md).
-- The same tables as before (0011_load_tables.sql), but a decision may be taken back (`delete` on the numbers without a call), there
-- is one more reason, and a known person's row tells whether the person is dead or must not be called.
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
      channel text, email text
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

-- Numbers that the load judged again and whose calls somebody had locked at its end: the job of the load hands them to the one that
-- keeps the copies on calls, and empties this.
alter table audience_load add column stale_numbers bigint[] not null default '{}';

-- `again` follows from the order of a call's entries, like a counter; whoever rebuilds counters may put it right. Everything else of
-- an entry stays as it was written.
drop trigger call_history_append_only on call_history;
create trigger call_history_append_only
  before update of id, call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at, person_id,
    corrects_id, reason, created_at or delete or truncate on call_history
  for each statement execute function history_is_append_only();

-- The application's role may not update the history: this changes `again` and nothing else.
create function set_history_again(entries bigint[], marks boolean[]) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update call_history h set again = given.again
    from unnest(entries, marks) as given (id, again)
    where h.id = given.id and h.again <> given.again;
  end;
revoke execute on function set_history_again from public;
