-- Records about a person, their calls and their requests: erasing, keeping and the person's page look for them by fifty at a time.
-- Without it each look read the whole audit.
create index audit_subject on audit (object_id) where object_type in ('person', 'call', 'data_request');
drop index audit_data_request;
