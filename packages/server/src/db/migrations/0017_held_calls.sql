-- The call that a user held last in a campaign, taken by next-contact or opened by hand, and when: the live board finds who has a
-- call open without reading the calls, on which no index knows the holds. Only a pointer, like call_id: whether the user still holds
-- the call is written on the call itself.
alter table operator_desk add column held_call_id bigint, add column held_at timestamptz;
