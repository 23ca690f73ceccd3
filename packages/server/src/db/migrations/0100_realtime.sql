-- Events between nodes that do not fit into one NOTIFY (socket.io's PostgreSQL adapter, which cleans up behind itself).
create table socket_io_attachments (
  id bigint generated always as identity unique,
  created_at timestamptz default now(),
  payload bytea
);
