-- Of the city: completes local numbers in what is loaded.
alter table city_profile add column area_code text;
