-- An audience also comes as a workbook of Excel: what each file of a load is, and which of its sheets was chosen.

alter table audience_load_file
  add column kind text not null default 'csv' check (kind in ('csv', 'xlsx')),
  add column sheet text check (sheet is null or kind = 'xlsx');      -- null: the first one
