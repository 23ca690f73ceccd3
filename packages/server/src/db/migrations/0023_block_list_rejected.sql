-- A file of letters only has millions of rejected lines: proving for each that its load exists took three times as long as writing
-- them. Loads of lists are never deleted.
alter table block_list_rejected drop constraint block_list_rejected_load_id_fkey;
