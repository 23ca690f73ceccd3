-- Erasing a person (docs/decisions/024-erasure.md).

-- The words of an audit record live apart from what its hash covers: a digest of the words and a random salt. Words can so be removed
-- and the chain still verifies. Records of before have no salt: their hash covers the words themselves.
alter table audit
  add column salt bytea,
  add column digest bytea,               -- of words that were removed; otherwise it follows from words and salt
  add column removed_at timestamptz;

-- What was done to a person and to their calls: found by these when their words are removed or shown.
create index audit_person on audit (object_id) where object_type in ('person', 'call');

-- Each value of the words in place of which the mark stands; the labels stay, they are names of fields.
create function mark_audit_values(info jsonb, mark text) returns jsonb
  language sql immutable strict parallel safe
  return jsonb_build_object(
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('label', e.value->'label', 'prevValue', mark) order by e.place), '[]')
      from jsonb_array_elements(info->'entries') with ordinality as e (value, place)),
    'modifications', (select coalesce(jsonb_agg(jsonb_build_object('label', m.value->'label', 'value', mark) order by m.place), '[]')
      from jsonb_array_elements(info->'modifications') with ordinality as m (value, place)));

-- The one change that a record allows, once: its words become a mark, its salt goes, its digest comes.
create function audit_only_loses_words() returns trigger language plpgsql as $$
declare
  apart constant text[] := array['info', 'salt', 'digest', 'removed_at'];
  mark constant text := coalesce(new.info #>> '{modifications,0,value}', new.info #>> '{entries,0,prevValue}', '');
begin
  if old.removed_at is not null or new.removed_at is null or new.salt is not null
    or (old.salt is null) <> (new.digest is null)
    or mark not like 'Borrado por %' or new.info <> mark_audit_values(old.info, mark)
    or to_jsonb(new) - apart <> to_jsonb(old) - apart
  then raise exception 'audit records can be neither changed nor removed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before delete or truncate on audit
  for each statement execute function audit_is_append_only();
create trigger audit_loses_words before update on audit
  for each row execute function audit_only_loses_words();

-- The application's role may not update the audit: this removes words and nothing else. `digests` are of the words as they stand; a
-- false one shows when the chain is verified.
create function remove_audit_words(records bigint[], digests bytea[], mark text, moment timestamptz) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed int;
begin
  update audit a set info = mark_audit_values(a.info, mark), salt = null, digest = given.digest, removed_at = moment
  from unnest(records, digests) as given (id, digest)
  where a.id = given.id and a.removed_at is null;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- An entry of the history may lose its words, and nothing else of it changes: a correction keeps a reason, which says that it went.
create function history_only_loses_words() returns trigger language plpgsql as $$
begin
  if new.observations is not null or new.reason is distinct from (case when old.reason is not null then '(borrado)' end)
  then raise exception 'history entries can be neither changed nor removed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger call_history_append_only on call_history;
create trigger call_history_append_only
  before update of id, call_id, campaign_id, user_id, state_id, substate_id, affinity, callback_at, person_id, corrects_id, created_at
    or delete or truncate on call_history
  for each statement execute function history_is_append_only();
create trigger call_history_loses_words before update of observations, reason on call_history
  for each row execute function history_only_loses_words();

-- Of the entries of these calls in which one of the persons was spoken to; `unnamed`: of those too that do not say with whom.
create function erase_history_words(calls bigint[], persons bigint[], unnamed boolean) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed int;
begin
  update call_history h set observations = null, reason = case when h.reason is not null then '(borrado)' end
  where h.call_id = any(calls) and (h.person_id = any(persons) or (unnamed and h.person_id is null))
    and (h.observations is not null or h.reason <> '(borrado)');
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke execute on function remove_audit_words, erase_history_words from public;

-- Stands in place of a number that was erased. No area code begins with 9, so no load can bring one of these.
create sequence erased_number start 9000000000 minvalue 9000000000 maxvalue 9999999999;

-- One erasure of a person: what was asked, how far it is, what it found. Of whom is not written, but for the time the copies are
-- being searched: `terms` are the words to look for, and go when it ends.
create table erasure (
  id int generated always as identity primary key,
  person_id bigint not null,
  request_id int,                       -- the request of the register; null: its time of keeping was over
  keep_block boolean not null default false,
  terms jsonb,
  step text not null default 'PERSON',
  found jsonb not null default '{}',    -- how many of each kind of copy
  loads int[] not null default '{}',    -- were at work when it began and may bring the person back: it waits for their end
  requested_by int references app_user,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((finished_at is null) = (terms is not null))
);
create unique index erasure_running on erasure (person_id) where finished_at is null;
create index erasure_person on erasure (person_id, id desc);
