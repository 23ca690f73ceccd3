-- Deliveries are listed by their state and parked when their time is over, without going through all of a month.
create index event_delivery_delivered on event_delivery (subscription_id, event_id) where status = 'DELIVERED';
create index event_delivery_expiry on event_delivery (expires_at) where status = 'WAITING';
