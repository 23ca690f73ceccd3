-- The Inbox: which export a message is about, and how many messages a person has not read.

alter table mail add column export_id uuid references export_job;
create index mail_unread on mail (user_id) where read_at is null;
