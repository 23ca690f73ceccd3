-- Sign-in with the city's directory (OpenID Connect).

-- Who a user is at an issuer. A changed mail there changes nothing here.
create table directory_identity (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  unique (issuer, subject),
  unique (issuer, user_id)
);
create index directory_identity_user on directory_identity (user_id);

-- A visit to the issuer that has begun; read once, by the browser that began it.
create table directory_flow (
  key_hash bytea primary key,           -- SHA-256 of the browser's secret and the state
  purpose text not null check (purpose in ('sign-in', 'probe', 'confirm')),
  nonce text not null,
  verifier text not null,
  session_id uuid references session on delete cascade,   -- of the user who tries or confirms
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  proved bytea,                         -- sealed: what the issuer said, while the product's second factor is asked for
  proved_at timestamptz
);
create index directory_flow_expiry on directory_flow (expires_at);

-- Of sessions that began at the issuer.
create table directory_session (
  session_id uuid primary key references session on delete cascade,
  identity_id int not null references directory_identity on delete cascade,
  issuer_session text,                  -- `sid`, named by a logout token
  second_factor boolean not null,       -- the issuer asked for one
  refresh_token bytea,                  -- sealed (AES-256-GCM with a key derived from JWT_SECRET)
  checked_at timestamptz not null       -- when the issuer last confirmed the person
);
create index directory_session_identity on directory_session (identity_id);
create index directory_session_checked on directory_session (checked_at) where refresh_token is not null;

-- Logout tokens received, so that none counts twice.
create table directory_logout (
  issuer text not null,
  token_id text not null,
  at timestamptz not null,
  primary key (issuer, token_id)
);

alter table reset_token drop constraint reset_token_kind_check;
alter table reset_token add constraint reset_token_kind_check check (kind in ('recovery', 'invitation', 'sign-in'));
