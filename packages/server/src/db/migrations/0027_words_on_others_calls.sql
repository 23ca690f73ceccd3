-- Erasing a person (docs/rules/personal-data.md, every-copy): what was written on somebody else's call may name them too. These
-- entries of the history lose their words, and nothing else of them changes (history_only_loses_words).
create function erase_history_entries(entries bigint[]) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed int;
begin
  update call_history h set observations = null, reason = case when h.reason is not null then '(borrado)' end
  where h.id = any(entries) and (h.observations is not null or h.reason <> '(borrado)');
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke execute on function erase_history_entries from public;
