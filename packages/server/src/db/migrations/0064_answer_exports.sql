-- Answers as files: a row for each person, and a row for each answer.
alter table export_job drop constraint export_job_kind_check;
alter table export_job add constraint export_job_kind_check check (kind in ('audience', 'calls', 'statistics', 'operator_statistics', 'audit',
  'personal_data', 'data_requests', 'interviews', 'answers'));

alter table notification drop constraint notification_action_check;
alter table notification add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT',
  'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS', 'EXPORT AUDIT', 'EXPORT PERSONAL DATA', 'EXPORT REQUESTS', 'EXPORT ANSWERS', 'CALLBACK',
  'CORRECTION', 'BULK READING', 'AUDIT CHAIN', 'DATA REQUEST', 'EVENTS PAUSED', 'QUESTION', 'ANSWER'));
