-- What happened to one campaign, newest first. Partial: the millions of records about calls pay nothing for it.
create index audit_campaign on audit (object_id, id desc) where object_type = 'campaign';
