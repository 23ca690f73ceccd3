-- A contact counts as read wherever a person was shown it, lists included. What the alert has to name: the campaign it was last seen in,
-- and whether its own page was opened or it only stood in a list. The readings of the last hour are counted anew.
truncate contact_reading;
alter table contact_reading add column campaign_id int not null, add column opened boolean not null;
