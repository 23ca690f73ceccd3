-- A load of people who are known asks of each whether the number of his row is his. That took as long as finding the people
-- themselves, and the answer is nearly always the number that he came with: it stands on the person. Null, or another number:
-- person_phone is asked, as before.
alter table person
  add column came_number bigint,
  add column came_mobile boolean;

-- Whoever takes a number from somebody takes it from here, too.
create function forget_came_numbers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set came_number = null, came_mobile = null from gone
  where person.id = gone.person_id and person.came_number = gone.number;
  return null;
end $$;
create trigger person_phone_gone after delete on person_phone referencing old table as gone
  for each statement execute function forget_came_numbers();
