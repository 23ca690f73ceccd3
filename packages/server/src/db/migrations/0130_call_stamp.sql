-- Tells whether anything that a filter of the audience looks at has changed in a campaign, so that an exact count may be kept
-- until then and not a moment longer: the sum of n over a campaign's rows changes in the very transaction that changes a call.
-- (New calls raise campaign.next_position, which readers look at too; a hold changes nothing that is counted.)
-- One row per campaign would be waited for by everybody who registers: each connection has a slot of its own.
create table call_stamp (
  campaign_id int not null references campaign,
  slot smallint not null,
  n bigint not null,
  primary key (campaign_id, slot)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Once a transaction and campaign. A change of many rows calls it first: the trigger's condition is false for all of them then.
create function stamp_calls(campaign int) returns void language plpgsql as $$
begin
  if current_setting('campanero.stamped', true) = campaign::text then return; end if;
  insert into call_stamp as s (campaign_id, slot, n) values (campaign, pg_backend_pid() % 64, 1)
    on conflict (campaign_id, slot) do update set n = s.n + 1;
  perform set_config('campanero.stamped', campaign::text, true);
end $$;

create function stamp_changed_call() returns trigger language plpgsql as $$
begin
  perform stamp_calls(new.campaign_id);
  return null;
end $$;

-- After, not before: a BEFORE trigger would lock each row once more.
create trigger call_changed after update on call for each row when (
  coalesce(current_setting('campanero.stamped', true), '') <> new.campaign_id::text
  and (old.state_id, old.operator_id, old.call_count, old.substate_id, old.blocked, old.person_id,
      old.birth_year, old.gender, old.district_id, old.section_id, old.subsection_id)
    is distinct from (new.state_id, new.operator_id, new.call_count, new.substate_id, new.blocked, new.person_id,
      new.birth_year, new.gender, new.district_id, new.section_id, new.subsection_id)
) execute function stamp_changed_call();
