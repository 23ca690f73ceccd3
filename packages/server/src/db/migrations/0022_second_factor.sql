-- The optional second factor: codes of an authenticator app (TOTP), recovery codes, and the roles that require it.

create table second_factor (
  user_id int primary key references app_user on delete cascade,
  -- AES-256-GCM with a key derived from JWT_SECRET: nonce, tag, ciphertext (features/auth/second-factor-crypto.ts).
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,           -- null: begun; the sign-in asks for a code only once it is confirmed
  last_step bigint not null default 0 -- time step of the last accepted code: that one and older ones are refused
);

-- SHA-256 of 80 random bits each; the codes themselves are kept nowhere.
create table recovery_code (
  user_id int not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Whoever holds one of these roles and signs in from `since` on must have a second factor.
create table second_factor_role (
  role_id smallint primary key references role,
  since timestamptz not null
);
