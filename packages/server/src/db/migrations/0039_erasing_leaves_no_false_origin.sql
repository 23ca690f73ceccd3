-- Calls that passed to another person on the number because theirs was erased, and when: the load that brought such a call did not
-- bring its present person.
create table passed_call (
  call_id bigint primary key,
  passed_at timestamptz not null
);

-- An open request that names a person who was erased: what it says goes as soon as it is answered.
alter table data_request add column names_erased boolean not null default false;
