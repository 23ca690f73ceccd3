-- Texts that only may be about an erased person (docs/rules/personal-data.md, may-be-about-them). The text itself stays in its own
-- row: `place` is the kind of row and `row_key` its key. The erasure ends when each is decided on.
create table erasure_candidate (
  id int generated always as identity primary key,
  erasure_id int not null references erasure,
  place text not null,
  row_key text not null,
  named_by text not null,
  decision text check (decision in ('ERASE', 'KEEP')),
  reason text check (length(reason) <= 300),
  decided_by int references app_user,
  decided_at timestamptz,
  unique (erasure_id, place, row_key),
  check ((decision is null) = (decided_at is null)),
  check (decision is distinct from 'KEEP' or reason is not null)
);

-- There are more than were collected at once: when these are decided on, the search begins again.
alter table erasure add column has_more_candidates boolean not null default false;
