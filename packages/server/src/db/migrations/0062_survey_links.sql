-- Links by which people answer a survey themselves, without signing in (docs/decisions/035-survey-links.md).

create table survey_link (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token in the address, which is kept nowhere; null: no longer valid, because the person was erased.
  digest bytea check (length(digest) = 32),
  call_id bigint not null,              -- no foreign key, as in interview
  campaign_id int not null references campaign,
  channel text not null check (channel in ('mail', 'whatsapp')),
  sent_by int not null references app_user,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,              -- when the first answers came
  check (expires_at > sent_at)
);
create unique index survey_link_digest on survey_link (digest) where digest is not null;
create index survey_link_call on survey_link (call_id);
create index survey_link_campaign on survey_link (campaign_id, sent_at);
