-- Why a campaign does not obey the block lists (docs/rules/block-lists.md, obeying-or-exempt). Null: it obeys them, or was exempt before
-- reasons were asked for.
alter table campaign add column exempt_reason text check (char_length(exempt_reason) between 1 and 500);
