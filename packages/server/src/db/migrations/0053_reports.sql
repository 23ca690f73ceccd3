-- Reports by mail (rule notifications/reports-by-mail): one per user and page. A stopped one stays, so that whoever asks again on the same
-- day gets no second report of it.
create table report_subscription (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  page text not null check (page in ('campaign', 'global', 'monitor')),
  campaign_id int references campaign,
  frequency text not null check (frequency in ('daily', 'weekly', 'end')),
  weekday smallint check (weekday between 0 and 6),   -- 0: Sunday
  hour smallint not null check (hour between 0 and 23),
  is_always boolean not null default false,           -- also without calls, and of a closed campaign
  set_at timestamptz not null,                        -- hours before it are not due
  stopped_at timestamptz,
  unique nulls not distinct (user_id, page, campaign_id),
  check ((page = 'campaign') = (campaign_id is not null)),
  check ((frequency = 'weekly') = (weekday is not null)),
  check (frequency <> 'end' or page = 'campaign')
);
create index report_subscription_campaign on report_subscription (campaign_id);

-- At most one report a day (UTC-3): written in the transaction that queues its mail, before anything is sent.
create table report_period (
  subscription_id int not null references report_subscription on delete cascade,
  day date not null,
  outcome text not null check (outcome in ('sent', 'unchanged', 'closed', 'forbidden')),
  created_at timestamptz not null,
  primary key (subscription_id, day)
);

-- Removed when the mail was sent or refused for good.
create table mail_attachment (
  mail_id bigint primary key references mail on delete cascade,
  name text not null check (name !~ '[\r\n]'),
  content_type text not null,
  content bytea not null
);
-- Of the header List-Unsubscribe; cleared with the text that holds the same address.
alter table mail add column unsubscribe_url text;
