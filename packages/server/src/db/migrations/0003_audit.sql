-- The audit: append-only. Each record carries the hash of its own content; the sealer links committed records into blocks.

create table audit (
  -- The first column, so that a record has its transaction's number before it draws its id: verification relies on that order.
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id int,                        -- null: nobody signed in (a failed sign-in) or the system
  action text not null check (action in ('CAMPAÑA', 'CONTACTO', 'ETIQUETA', 'NUMERO', 'USUARIO', 'ESTADÍSTICA')),
  subaction text not null check (subaction in ('ACCIÓN', 'ASIGNAR', 'CREAR', 'EXPORTAR', 'GENERAR', 'ACTUALIZAR', 'SEGMENTAR')),
  info jsonb not null,                -- {entries: [{label, prevValue}], modifications: [{label, value}]}
  object_type text not null,
  object_id text,
  request_id text,
  hash bytea not null,
  label_set bigint                    -- derived from info by a trigger, so it is not covered by the hash
);
create index audit_user on audit (user_id, id desc);
create index audit_action on audit (action, subaction, id desc);
create index audit_at on audit (at);
create index audit_xid on audit (xid);  -- the sealer reads what committed since its last block
create index audit_label on audit (label_set, id desc);
-- What happened to one campaign, newest first. Partial: the millions of records about calls are not in it.
create index audit_campaign on audit (object_id, id desc) where object_type = 'campaign';

create table audit_block (
  id bigint generated always as identity primary key,
  first_id bigint not null,
  last_id bigint not null,
  row_count int not null check (row_count > 0),
  row_ids bigint[] not null,          -- ids have gaps (transactions that rolled back), so the block lists its records
  root bytea not null,                -- hash over the records' hashes in id order
  previous_hash bytea not null,       -- the hash of the block before
  hash bytea not null unique,
  -- Every record of this cluster with id > floor_id and xid < horizon is in this block or an earlier one.
  horizon xid8 not null,
  next_xid xid8 not null,             -- the sealer's own: ids up to last_id were drawn by transactions before it
  floor_id bigint not null default 0, -- a restore into a new cluster restarts xids: records up to here are older than that
  sealed_at timestamptz not null default now()
);
create index audit_block_last on audit_block (last_id);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit records can be neither changed nor removed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function audit_is_append_only();
create trigger audit_block_append_only before update or delete or truncate on audit_block
  for each statement execute function audit_is_append_only();

-- Searching millions of records by the labels of what changed. There are only a few hundred different sets of labels (the fields of
-- each use case), so a record names its set: the search looks among the sets and finds the records by index.
create table audit_label_set (
  id bigint not null,                 -- a hash of the labels, below 2^53
  labels jsonb not null               -- as they stand in info, in its order
);
-- Not unique on purpose: two transactions that write the first record of a set at once must not wait for each other. A set that is
-- stored twice is found once all the same.
create index audit_label_set_id on audit_label_set (id);

create function audit_labels(info jsonb) returns jsonb
  language sql immutable strict parallel safe
  return jsonb_path_query_array(info, '$.*[*].label');
create function audit_label_set_id(labels jsonb) returns bigint
  language sql immutable strict parallel safe
  return ('x' || left(md5(labels::text), 13))::bit(52)::bigint;

create function name_audit_label_set() returns trigger language plpgsql as $$
declare
  found_labels jsonb := audit_labels(new.info);
begin
  new.label_set := audit_label_set_id(found_labels);
  if not exists (select from audit_label_set where id = new.label_set) then
    insert into audit_label_set (id, labels) values (new.label_set, found_labels);
  end if;
  return new;
end $$;
create trigger audit_label_set before insert on audit for each row execute function name_audit_label_set();
