-- Requests about personal data (docs/rules/personal-data.md): one may ask for several things, each of which is done on its own
-- before the request is closed as fulfilled; how the person was identified; why it was closed although something was not done.

alter table data_request
  add column other_kinds text[] not null default '{}'
    check (other_kinds <@ array['ACCESO', 'RECTIFICACION', 'OPOSICION', 'SUPRESION'] and kind <> all (other_kinds)),
  add column identified_by text check (identified_by in ('DNI', 'DATOS', 'NUMERO', 'CORREO', 'APODERADO', 'OTRO')),
  -- Words about a person, like the reason: emptied with the others.
  add column identified_note text not null default '' check (length(identified_note) <= 300),
  add column undone_reason text check (length(undone_reason) <= 300);
alter table data_request
  add column kinds text[] not null generated always as (array_prepend(kind, other_kinds)) stored;

create table data_request_done (
  request_id int not null references data_request,
  kind text not null check (kind in ('ACCESO', 'RECTIFICACION', 'OPOSICION', 'SUPRESION')),
  done_at timestamptz not null,
  done_by int references app_user,      -- null: the system did it by itself
  primary key (request_id, kind)
);

-- Of the requests until now only what left a trace is known to be done: erasures, granted oppositions, attached reports.
insert into data_request_done (request_id, kind, done_at, done_by)
select request.id, 'SUPRESION', min(erasure.finished_at), min(erasure.requested_by)
from data_request request join erasure on erasure.request_id = request.id
where request.kind = 'SUPRESION' and erasure.finished_at is not null
group by request.id
union all
select id, kind, answered_at, answered_by from data_request
where state = 'CUMPLIDO' and (kind = 'OPOSICION' or (kind = 'ACCESO' and export_id is not null));
