-- Calls and their history, sized for 100 million calls and 500 million entries (docs/decisions/002-data-model.md).

-- One number in one campaign. id = block << 24 | position; partitions are ranges of id, so an id alone finds its leaf.
-- Holds, callbacks and invalid marks are columns, so that next-contact locks one row and PostgreSQL checks that same row again.
create table call (
  id bigint not null,
  campaign_id int not null,
  number bigint not null check (number between 1000000000 and 9999999999),
  -- No foreign key: each new leaf of people would have to lock every leaf of calls against writers. Persons are never deleted.
  person_id bigint not null,
  -- No foreign keys on what registering and segmenting change (operator, state, substate, segmentation): they would cost a lookup
  -- per row of a million-row segmentation. The rows they name are never deleted, and the use cases read them under lock first.
  operator_id int,
  state_id smallint not null default 1,
  substate_id smallint,
  state_before_invalid smallint,
  call_count int not null default 0 check (call_count >= 0),
  blocked boolean not null default false,         -- copy of blocked_number
  invalid boolean not null default false,
  interested boolean not null default false,      -- copy of the person's flag, for figures and filters
  affinity smallint check (affinity between 1 and 3),   -- of the last registration: 1 Neutro, 2 Positivo, 3 Negativo
  passed_at timestamptz,                          -- let go without registering: behind its group
  last_at timestamptz,
  callback_at timestamptz,
  day date,                                       -- of the last registration, UTC-3
  day_count smallint not null default 0,          -- registrations on that day: three at most by next-contact
  -- The parts of the day (UTC-3) in which outcomes were registered, as bits: 1 before noon, 2 before 16 hours, 4 from then on.
  tried_parts smallint not null default 0 check (tried_parts between 0 and 7),
  hold_by int,
  hold_until timestamptz,
  hold_for bigint,                                -- the x of next/x it was given for: asking again gives the same call
  segmentation_id int,                            -- cleared by whatever touches the call: undo counts what is left
  observations text check (length(observations) <= 5000),
  birth_year smallint,                            -- these five are copies of the person, for filters without a join
  gender "char",
  district_id text,
  section_id text,
  subsection_id text,
  version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  check (invalid = (state_id = 17)),
  check ((hold_by is null) = (hold_until is null))
) partition by range (id);

-- Never index hold columns, version or updated_at: holds would no longer be HOT updates.
create index call_state on call (campaign_id, state_id, id);
-- Partial: a new call has no operator, so a load need not write it.
create index call_oper on call (campaign_id, operator_id, state_id, id) where operator_id is not null;
create index call_passed on call (campaign_id, operator_id, state_id, passed_at) where passed_at is not null;
create index call_due on call (campaign_id, operator_id, callback_at) where callback_at is not null and not blocked;
create index call_overdue on call (campaign_id, callback_at) where callback_at is not null and not blocked;
-- The parts before the time: next-contact reads the first call of each state and set of parts, so that it finds the calls not yet
-- tried in this part of the day, longest untouched first, without reading the others.
create index call_again on call (campaign_id, operator_id, state_id, tried_parts, last_at)
  where call_count > 0 and callback_at is null and not blocked;
-- How many calls of an operator and state are blocked, for figures of what is still to be done: the counters (call_total) do not
-- know blocks. Few calls are in it, and those of a load are in none: loading writes nothing here.
create index call_blocked on call (campaign_id, operator_id, state_id) where blocked;
-- People look a number up by its last four digits.
create index call_tail on call ((number % 10000), campaign_id);
-- On every leaf besides: unique (number, campaign_id), which on the parent would have to contain id, and the foreign key to
-- campaign. Declared on the parent, that key would make every ATTACH lock campaign against readers too.

-- One registered outcome, for good. A correction is a new row that names the old one.
create table call_history (
  id bigint generated always as identity,
  -- No foreign key, on no leaf either: attaching a leaf of call would lock this table. Calls are never deleted, and an entry is
  -- written only under the call's row lock. The other foreign keys are on each month, as with call.
  call_id bigint not null,
  campaign_id int not null,
  user_id int not null,
  state_id smallint not null,
  substate_id smallint,
  affinity smallint check (affinity between 1 and 3),
  observations text check (length(observations) <= 5000),
  callback_at timestamptz,
  person_id bigint,                   -- who was spoken to; persons are never deleted either
  corrects_id bigint,
  reason text,
  -- Whether the call had been registered before; a correction keeps its original's. A span that cuts a day counts these entries: looking
  -- for an earlier one of each call, in every month, took two thirds of its time.
  again boolean not null,
  created_at timestamptz not null,
  primary key (id, created_at),
  check ((corrects_id is null) = (reason is null))
) partition by range (created_at);
create index call_history_call on call_history (call_id, created_at);
create index call_history_campaign on call_history (campaign_id, created_at);   -- exports, and spans that cut a day
-- Corrections made since such a day.
create index call_history_correction on call_history (campaign_id, created_at) where corrects_id is not null;

create trigger call_kept before delete or truncate on call for each statement execute function is_never_deleted();
create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'history entries can be neither changed nor removed' using errcode = 'restrict_violation';
end $$;
-- `again` follows from the order of a call's entries, like a counter; whoever rebuilds counters may put it right. Everything else of
-- an entry stays as it was written.
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

-- Blocks 1 to 999,999 share leaves of 1,000 blocks; larger first loads take a block of their own from 1,000,000 up.
create sequence small_block maxvalue 999999;
create sequence large_block start 1000000 minvalue 1000000 maxvalue 500000000;

-- The call that next-contact gave a user last in a campaign, so that asking again gives the same one; and the call that the user held
-- last there, taken by next-contact or opened by hand, and when: the live board finds who has a call open without reading the calls, on
-- which no index knows the holds. Only pointers: whether the user still holds the call is written on the call itself.
create table operator_desk (
  user_id int not null references app_user,
  campaign_id int not null references campaign,
  call_id bigint not null,
  held_call_id bigint,
  held_at timestamptz,
  primary key (user_id, campaign_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
