#!/bin/sh
# The two roles of docs/operations/deploy.md, on the first start of the database's container.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat "$POSTGRES_PASSWORD_FILE")" --username "$POSTGRES_USER" <<'SQL'
create role campanero_owner login password :'password';
create role campanero_app login password :'password';
create database campanero owner campanero_owner template template0 encoding 'UTF8';
SQL
