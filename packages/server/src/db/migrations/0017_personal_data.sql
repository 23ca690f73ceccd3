-- Personal data (docs/rules/personal-data.md): requests of citizens as records, persons under review, and what is found about one
-- person.

-- What a citizen asked for about their data. `due_on` is computed when it is entered, with the holidays known then.
create table data_request (
  id int generated always as identity primary key,
  kind text not null check (kind in ('ACCESO', 'RECTIFICACION', 'SUPRESION', 'OPOSICION')),
  channel text not null check (channel in ('MOSTRADOR', 'TELEFONO', 'CORREO', 'NOTA', 'WEB', 'OTRO')),
  received_on date not null,
  due_on date not null check (due_on >= received_on),
  state text not null default 'ABIERTO' check (state in ('ABIERTO', 'CUMPLIDO', 'RECHAZADO')),
  person_id bigint,                   -- persons are never deleted; null until it is known whose data they are
  -- Who asks, how to reach them and what they ask for: words about a person, emptied when the person is erased.
  asker text not null check (length(asker) <= 200),
  contact text not null default '' check (length(contact) <= 300),
  detail text not null default '' check (length(detail) <= 5000),
  attended_by int references app_user,
  answer text check (length(answer) <= 5000),
  answered_by int references app_user,
  answered_at timestamptz,
  export_id uuid references export_job,   -- the report that was handed over
  created_by int not null references app_user,
  created_at timestamptz not null,
  version int not null default 0,
  check ((state = 'ABIERTO') = (answered_at is null))
);
create index data_request_due on data_request (due_on, id) where state = 'ABIERTO';
create index data_request_person on data_request (person_id) where person_id is not null;

-- Under review (art. 16): while somebody finds out what is right, nobody is handed the person's numbers.
alter table person add column in_review_since timestamptz, add column in_review_by int;
alter table blocked_number drop constraint blocked_number_reason_check;
alter table blocked_number add constraint blocked_number_reason_check
  check (reason in ('DO_NOT_CALL', 'IN_REVIEW', 'DEAD', 'WRONG', 'INVALID'));

-- The report of one person, and the register of requests.
alter table export_job drop constraint export_job_kind_check, drop constraint export_job_format_check,
  drop constraint export_job_campaign_check;
alter table export_job
  add constraint export_job_kind_check
    check (kind in ('audience', 'calls', 'statistics', 'operator_statistics', 'audit', 'personal_data', 'data_requests')),
  add constraint export_job_format_check check (format in ('csv', 'xlsx', 'zip')),
  add constraint export_job_campaign_check
    check (kind in ('operator_statistics', 'audit', 'personal_data', 'data_requests') or campaign_id is not null);

alter table notification drop constraint notification_action_check;
alter table notification add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT',
  'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS', 'EXPORT AUDIT', 'EXPORT PERSONAL DATA', 'EXPORT REQUESTS', 'CALLBACK',
  'CORRECTION', 'BULK READING', 'AUDIT CHAIN', 'DATA REQUEST'));

-- What was done to a request. Records of persons and calls have an index of their own (0018_erasure.sql).
create index audit_data_request on audit (object_id) where object_type = 'data_request';
