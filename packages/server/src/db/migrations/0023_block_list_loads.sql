-- A file of letters only has millions of rejected lines: proving for each that its load exists took three times as long as writing
-- them. Loads of lists are never deleted.
alter table block_list_rejected drop constraint block_list_rejected_load_id_fkey;

-- The column of the numbers, from 1, where whoever loads chose it by hand; null: the one that the file itself names or shows.
alter table block_list_load add column chosen_column smallint check (chosen_column > 0);
