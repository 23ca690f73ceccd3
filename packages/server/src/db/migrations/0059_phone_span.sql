-- A span of a large campaign reads its own events only.
create index phone_event_span on phone_event (campaign_id, at);
drop index phone_event_campaign;
