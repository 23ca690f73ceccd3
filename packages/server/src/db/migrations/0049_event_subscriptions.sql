-- Events for other systems: who wants which, what happened, and what became of each delivery (docs/decisions/028-outgoing-events.md).

create table event_subscription (
  id int generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 100),
  url text not null check (length(url) between 1 and 500),
  kinds text[] not null check (cardinality(kinds) > 0),
  campaign_ids int[] check (cardinality(campaign_ids) > 0), -- null: all, and what belongs to no campaign
  with_person boolean not null,       -- name, document and number go along, read when the event is sent
  secret bytea not null,              -- encrypted
  previous_secret bytea,              -- signs too until previous_until
  previous_until timestamptz,
  paused_at timestamptz,              -- what happens is written all the same and waits
  pause_reason text check (pause_reason in ('MANUAL', 'FAILURES', 'GONE')),
  probe_at timestamptz,               -- paused by failures: when the receiver is tried again
  failures int not null default 0,    -- since the last success
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- Deliveries that were removed after their period, so that the figures still add up.
  removed_delivered bigint not null default 0,
  removed_parked bigint not null default 0,
  wanted_since timestamptz not null,  -- kinds and campaigns are these since then
  created_by int not null references app_user,
  created_at timestamptz not null,
  removed_at timestamptz,
  version int not null default 0,
  check ((paused_at is null) = (pause_reason is null)),
  check ((previous_secret is null) = (previous_until is null))
);

-- Holds ids and moments only; what else is sent is read when it is sent. No foreign keys here and below: they would lock the
-- subscription's row in every registration.
create table outgoing_event (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid(), -- the webhook-id
  kind text not null,
  stream text not null,               -- events of one stream are delivered in order: call:7, campaign:3
  data jsonb not null,
  subscription_ids int[] not null,    -- who wanted it when it happened
  created_at timestamptz not null
);

create table event_delivery (
  subscription_id int not null,
  event_id bigint not null,
  stream text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'PARKED')),
  attempts int not null default 0,
  resent_after int,                   -- attempts before somebody had it sent again
  next_attempt_at timestamptz not null,
  leased_until timestamptz,           -- a worker is sending it
  expires_at timestamptz not null,    -- parked if it was not delivered by then
  settled_at timestamptz,
  created_at timestamptz not null,
  primary key (subscription_id, event_id),
  check ((status = 'WAITING') = (settled_at is null))
);
create index event_delivery_due on event_delivery (subscription_id, next_attempt_at, event_id) where status = 'WAITING';
create index event_delivery_order on event_delivery (subscription_id, stream, event_id) where status = 'WAITING';
create index event_delivery_parked on event_delivery (subscription_id, event_id) where status = 'PARKED';
create index event_delivery_stream on event_delivery (stream);

create table event_attempt (
  subscription_id int not null,
  event_id bigint not null,
  attempt int not null,
  at timestamptz not null,
  ms int not null,
  status int,                         -- of the response; null: there was none
  answer text check (length(answer) <= 500), -- how the response's body begins
  failure text,                       -- why there was no response
  primary key (subscription_id, event_id, attempt)
);

-- The only writer of events. Called in the statement that changes what they tell, whose lock also keeps those of a stream in order.
create function record_events(given_kinds text[], campaigns int[], given_stream text, given_data jsonb, at timestamptz)
returns void language plpgsql as $$
declare
  given_kind text;
  wanted int[];
  event bigint;
begin
  foreach given_kind in array given_kinds loop
    select array_agg(id order by id) into wanted from event_subscription
    where removed_at is null and given_kind = any(kinds) and (campaign_ids is null or campaign_ids && campaigns);
    continue when wanted is null;
    insert into outgoing_event (kind, stream, data, subscription_ids, created_at)
    values (given_kind, given_stream, given_data, wanted, at) returning id into event;
    insert into event_delivery (subscription_id, event_id, stream, next_attempt_at, expires_at, created_at)
    select subscription, event, given_stream, at, at + interval '72 hours', at from unnest(wanted) as subscription;
  end loop;
end $$;

alter table notification drop constraint notification_action_check;
alter table notification add constraint notification_action_check check (action in ('BULK AUDIENCE', 'ASSIGNAMENT',
  'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS', 'EXPORT AUDIT', 'EXPORT PERSONAL DATA', 'EXPORT REQUESTS', 'CALLBACK',
  'CORRECTION', 'BULK READING', 'AUDIT CHAIN', 'DATA REQUEST', 'EVENTS PAUSED'));
