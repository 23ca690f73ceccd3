#!/bin/sh
# Makes the secrets that deploy/compose.yaml hands to its containers as files, in deploy/secrets; those already there stay.
# The folder is closed to others; the files are readable because the containers' users have other numbers than the host's.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
make() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; }
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
make postgres_password "$(random)"
make storage_secret "$(random)"
make jwt_secret "$(random)"
password=$(cat secrets/postgres_password)
make database_url "postgres://campanero_app:$password@database/campanero"
make database_owner_url "postgres://campanero_owner:$password@database/campanero"
make storage_url "s3://campanero:$(cat secrets/storage_secret)@storage:9000/campanero?region=us-east-1&insecure=true"
chmod 444 secrets/*
