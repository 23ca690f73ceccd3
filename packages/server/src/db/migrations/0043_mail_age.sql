-- Mails of the inbox are kept for a number of days (docs/rules/retention.md): found by their age every hour.
create index mail_age on mail (created_at);
