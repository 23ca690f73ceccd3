-- What the planner knows of the calls that a load has just added to a leaf. Run by the load's own transaction, so that whoever
-- sees the calls finds their statistics; left out while somebody else (autovacuum) is reading the leaf.
create function analyze_call_leaf(block int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Blocks below a million share leaves by the thousand.
  execute format('analyze (skip_locked) %I', 'call_b' || case when block < 1000000 then block / 1000 * 1000 else block end);
end $$;
revoke execute on function analyze_call_leaf from public;
