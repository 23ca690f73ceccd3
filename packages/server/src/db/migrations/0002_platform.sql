-- What every feature stands on: rate limits, idempotency, mail, files, events between nodes.

-- Fixed windows shared by all nodes. Unlogged: a crash of the database only forgives some requests.
create unlogged table rate_limit (
  key text primary key,
  window_start timestamptz not null,
  count int not null
) with (fillfactor = 70);

-- Written in the transaction whose effect it stands for, so a key is never left "in progress".
create table idempotency_key (
  user_id int not null,               -- 0: before sign-in
  key text not null check (length(key) <= 200),
  fingerprint bytea not null,         -- SHA-256 of method, route, params and body
  answer jsonb,                       -- what the use case returned (work/idempotency.ts); a repeated request gets it again
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- Every message to a user. Until it is sent this is the outbox; for good it is the user's Inbox.
create table mail (
  id bigint generated always as identity primary key,
  user_id int references app_user on delete cascade,
  recipient text not null,
  subject text not null check (subject !~ '[\r\n]'),
  body text not null,
  -- Body for the Inbox when the sent one holds a secret (a reset link); null: the same.
  inbox_body text,
  message_id text not null unique,    -- the same at every attempt, so that a receiver can tell a repeat
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  read_at timestamptz
);
create index mail_pending on mail (next_attempt_at) where sent_at is null;
create index mail_inbox on mail (user_id, id desc);
create index mail_unread on mail (user_id) where read_at is null;

-- Files that belong to no record yet: noted before they are stored, removed from here by the transaction that uses the file. What is
-- still here after a day was left by a crash or a lost answer, and its file is deleted.
create table stray_file (
  file_key text primary key,
  created_at timestamptz not null
);
create index stray_file_age on stray_file (created_at);

-- Events between nodes that are too large for one NOTIFY. Used and emptied by socket.io's PostgreSQL adapter.
create table socket_io_attachments (
  id bigint generated always as identity unique,
  created_at timestamptz default now(),
  payload bytea
);

-- What the installation remembers about itself: which seed ran, when.
create table installation (
  key text primary key,
  value jsonb not null,
  at timestamptz not null default now()
);
