-- "Necesita coordinador": a question that an operator adds to a registration, and its answer (rule calls/questions). Both texts are
-- erased with the person like the observations of the entry.
create table call_question (
  id bigint generated always as identity primary key,
  entry_id bigint not null unique,     -- of call_history, which is partitioned
  call_id bigint not null,
  campaign_id int not null references campaign,
  user_id int not null references app_user,
  question text not null check (length(question) between 1 and 500),
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 1000),
  closed_by int references app_user,
  closed_at timestamptz,               -- closed without an answer where `answer` is null
  check ((closed_at is null) = (closed_by is null)),
  check (answer is null or closed_at is not null)
);
create index call_question_open on call_question (campaign_id, asked_at) where closed_at is null;
create index call_question_call on call_question (call_id);

alter table notification drop constraint notification_action_check;
alter table notification add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT',
  'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS', 'EXPORT AUDIT', 'EXPORT PERSONAL DATA', 'EXPORT REQUESTS', 'CALLBACK',
  'CORRECTION', 'BULK READING', 'AUDIT CHAIN', 'DATA REQUEST', 'EVENTS PAUSED', 'QUESTION', 'ANSWER'));
