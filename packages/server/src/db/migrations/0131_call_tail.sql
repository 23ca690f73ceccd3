-- People look a number up by its last four digits: the whole audience would be read for it otherwise.
create index call_tail on call ((number % 10000), campaign_id);
