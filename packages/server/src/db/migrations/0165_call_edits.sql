-- Notes which calls have changed, in the very transaction that changes them: what the server keeps in memory of a campaign's
-- calls follows them, and is never older than the database (docs/decisions/013-audience-list.md). New calls need no note: they
-- raise campaign.next_position. A hold changes nothing that is kept. Instead of the stamp of migration 0130, which told that
-- something had changed and not what. Whoever reads the notes knows by their xid which of them a snapshot has seen.
drop trigger call_changed on call;
drop function stamp_changed_call();
drop function stamp_calls(int);
drop table call_stamp;

create table call_edit (
  campaign_id int not null,
  call_id bigint,                     -- null: so many that everything has to be read again
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);
create index call_edit_since on call_edit (campaign_id, xid);

-- A change of very many rows calls it first: the trigger's condition is false for all of them then.
create function note_all_calls(campaign int) returns void language plpgsql as $$
begin
  insert into call_edit (campaign_id) values (campaign);
  perform set_config('campanero.noted', campaign::text, true);
end $$;

create function note_changed_call() returns trigger language plpgsql as $$
begin
  insert into call_edit (campaign_id, call_id) values (new.campaign_id, new.id);
  return null;
end $$;

-- After, not before: a BEFORE trigger would lock each row once more.
create trigger call_changed after update on call for each row when (
  coalesce(current_setting('campanero.noted', true), '') <> new.campaign_id::text
  and (old.state_id, old.operator_id, old.call_count, old.substate_id, old.blocked, old.updated_at, old.number,
      old.birth_year, old.gender, old.district_id, old.section_id, old.subsection_id)
    is distinct from (new.state_id, new.operator_id, new.call_count, new.substate_id, new.blocked, new.updated_at, new.number,
      new.birth_year, new.gender, new.district_id, new.section_id, new.subsection_id)
) execute function note_changed_call();
