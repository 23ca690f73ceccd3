-- The bell of administrators rings when the audit chain does not match (features/audit-log/check-chain.ts).

alter table notification
  drop constraint notification_action_check,
  add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT', 'EXPORT AUDIENCE', 'EXPORT CALLS',
    'EXPORT STATISTICS', 'EXPORT AUDIT', 'CALLBACK', 'CORRECTION', 'BULK READING', 'AUDIT CHAIN'));
