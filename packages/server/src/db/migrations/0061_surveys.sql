-- Surveys (Relevamientos): questionnaires, and what people answered (docs/decisions/034-surveys.md).

create table survey (
  id int generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 100),
  disable boolean not null default false,
  number int not null default 1,        -- the version that is asked now
  version int not null default 0,       -- of the row: two people may have it open
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index survey_name on survey (fold(btrim(name)));

-- What is asked, never changed: an operator whose page is older answers the version that is on the screen. Versions without any answer
-- are removed once no page and no queue can hold them any more.
create table survey_version (
  survey_id int not null references survey,
  number int not null,
  items jsonb not null,                 -- contract/src/surveys/definition.ts
  made_by int not null references app_user,
  made_at timestamptz not null,
  primary key (survey_id, number)
);

-- A constant default would be as good, but null says it: a campaign without a survey.
alter table campaign add column survey_id int references survey;

-- An interview in few bytes: its day, channel and completeness, how many codes there are, and the codes; most in one byte, larger ones in
-- two behind 254 or in four behind 255. The results read hundreds of thousands of interviews at once, and count them from these. What four
-- bytes do not hold (253) is counted from the answers.
create function interview_bytes(saved_at timestamptz, channel text, complete boolean, answers bigint[]) returns bytea
  immutable strict parallel safe language sql return
  int2send(((saved_at at time zone interval '-03:00')::date - date '2000-01-01')::int2)
  || int2send((case channel when 'phone' then 0 when 'mail' then 2 else 4 end + complete::int)::int2)
  || int2send(cardinality(answers)::int2)
  || coalesce((
    select string_agg(case
        when code is null then '\xfa'::bytea
        when code = -9000000000000001 then '\xfb'
        when code = -9000000000000002 then '\xfc'
        when code between 0 and 249 then substr(int2send(code::int2), 2)
        when code between -32768 and 32767 then '\xfe' || int2send(code::int2)
        when code between -2147483648 and 2147483647 then '\xff' || int4send(code::int4)
        else '\xfd'
      end, '' order by place)
    from unnest(answers) with ordinality as given (code, place)), '');

-- The answers of a call as they are now. Each question has its place in `answers`, which is its id; null: not answered. A code says what
-- was chosen (contract/src/surveys/answer-codes.ts), so the results of a question are one group by.
create table interview (
  call_id bigint primary key,           -- no foreign key, as in call_history: calls are never deleted
  campaign_id int not null references campaign,
  survey_id int not null,
  number int not null,                  -- the version of the last save
  answers bigint[] not null,
  bytes bytea not null generated always as (interview_bytes(saved_at, channel, complete, answers)) stored,
  complete boolean not null,
  channel text not null check (channel in ('phone', 'mail', 'whatsapp')),
  user_id int references app_user,      -- who asked last by phone; null: the neighbour wrote it
  started_at timestamptz not null,
  saved_at timestamptz not null,
  completed_at timestamptz,
  version int not null default 0,
  foreign key (survey_id, number) references survey_version (survey_id, number),
  check (complete = (completed_at is not null))
) with (fillfactor = 80);
create index interview_campaign on interview (campaign_id, saved_at);
create index interview_version on interview (survey_id, number);

-- All answers as each save left them, for good: who said what when, and from which the table above can be made again.
create table interview_save (
  id bigint generated always as identity primary key,
  call_id bigint not null,
  campaign_id int not null references campaign,
  entry_id bigint,                      -- the registration or correction it came with, of call_history; null: by a link
  user_id int references app_user,
  channel text not null check (channel in ('phone', 'mail', 'whatsapp')),
  survey_id int not null,
  number int not null,
  answers bigint[] not null,
  complete boolean not null,
  saved_at timestamptz not null
);
create index interview_save_call on interview_save (call_id, id);
create trigger interview_save_append_only before update or delete or truncate on interview_save
  for each statement execute function history_is_append_only();

-- What people said in their own words: kept apart, so that an erasure finds it and results never read it by the way.
create table interview_text (
  save_id bigint not null references interview_save,
  question_id smallint not null,
  call_id bigint not null,
  campaign_id int not null,
  words text not null check (length(words) between 1 and 1000),
  is_current boolean not null default true,   -- not replaced by a later save
  primary key (save_id, question_id)
);
create index interview_text_call on interview_text (call_id);
create index interview_text_question on interview_text (campaign_id, question_id, save_id) where is_current;
create index interview_save_version on interview_save (survey_id, number);
