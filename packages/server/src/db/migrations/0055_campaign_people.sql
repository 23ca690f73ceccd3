-- A load can take the people of another campaign that the filters of its audience list find (rule audience-files/people-of-a-campaign);
-- source_id is that campaign.
alter table audience_load drop constraint audience_load_source_check;
alter table audience_load
  add constraint audience_load_source_check check (source in ('csv', 'dashboard', 'form', 'campaign')),
  add column source_filters jsonb,
  add constraint audience_load_source_filters_check check ((source = 'campaign') = (source_filters is not null));
