-- contract: 2.0.0
-- Tables and columns get the names that any engineer would look for. Nodes of 1.x do not know them: stop all nodes before
-- (docs/operations/upgrade.md). Every statement changes the catalogue only, whatever the size of the table.
alter table operator_desk rename to operator_current_call;
alter table stray_file rename to orphan_file;
alter table erased_leaf rename to erased_partition;
alter table erased_partition rename column noted_at to recorded_at;
alter table passed_call rename to call_person_change;
alter table call_person_change rename column passed_at to changed_at;
alter table call rename column passed_at to released_at;
alter index call_passed rename to call_released;
alter table server_node rename column look_wanted to check_requested;
alter table person rename column came_number to loaded_number;
alter table person rename column came_mobile to loaded_mobile;

drop trigger person_phone_gone on person_phone;
drop function forget_came_numbers();
create function clear_loaded_numbers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set loaded_number = null, loaded_mobile = null from deleted
  where person.id = deleted.person_id and person.loaded_number = deleted.number;
  return null;
end $$;
create trigger person_phone_deleted after delete on person_phone referencing old table as deleted
  for each statement execute function clear_loaded_numbers();
