-- As in 0170, but a table that somebody else has dropped meanwhile is no error: it is named by its name, not by its number, which is
-- all that is left of it then.
create or replace function sweep_load_tables() returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  found record;
  remaining int := 0;
begin
  for found in
    select c.relname as name
    from pg_class c
    left join lateral regexp_match(c.relname, '^load_(?:row|odd|verdict|match|fill)_(\d+)_(\d+)$') as bench on true
    left join lateral regexp_match(c.relname, '^call_b(\d+)$') as leaf on true
    left join lateral regexp_match(c.relname, '^person(?:_phone)?_b(\d+)$') as people on true
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and (bench is not null and not exists (
          select from audience_load l where l.id = bench[1]::int and l.attempt = bench[2]::int and l.working)
        or leaf is not null and leaf[1]::bigint >= 1000000 and not exists (
          select from audience_load l where l.block = leaf[1]::int and l.working)
        or people is not null and not exists (
          select from audience_load l where l.first_person_id >> 24 = people[1]::bigint and l.working))
  loop
    begin
      execute format('drop table if exists public.%I', found.name);
    exception when lock_not_available or deadlock_detected then
      remaining := remaining + 1;
    end;
  end loop;
  return remaining;
end $$;
