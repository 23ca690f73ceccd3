-- How a number is dialled (docs/decisions/030-phone.md), and the moment at which it was, beside what was registered.

create table phone_setting (
  only_one boolean primary key default true check (only_one),
  template text not null check (length(template) between 1 and 200),
  zero boolean not null,
  fifteen boolean not null,
  nine boolean not null,
  all_mobile boolean not null,
  short_local boolean not null,
  version int not null default 0,
  updated_by int references app_user,
  updated_at timestamptz
);
insert into phone_setting (template, zero, fifteen, nine, all_mobile, short_local)
values ('tel:{number}', false, false, false, false, false);

alter table call_history add column dialled_at timestamptz;   -- a correction keeps its original's
create trigger call_history_keeps_dialled before update of dialled_at on call_history
  for each statement execute function history_is_append_only();
