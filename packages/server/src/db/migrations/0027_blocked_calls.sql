-- How many calls of an operator and state are blocked, for figures of what is still to be done: the counters (call_total) do not
-- know blocks. Few calls are in it, and those of a load are in none: loading writes nothing here.
create index call_blocked on call (campaign_id, operator_id, state_id) where blocked;
