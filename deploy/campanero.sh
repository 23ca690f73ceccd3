#!/bin/sh
# Runs a command of the README (`npm run …`) as the units of deploy/systemd run the product: its settings, its user, its folder.
#   deploy/campanero.sh doctor        deploy/campanero.sh verify --rebuild
set -eu
set -a
. /etc/campanero/campanero.env
DATA_DIR=/var/lib/campanero HOME=/var/lib/campanero
set +a
cd "$(dirname "$(readlink -f "$0")")/.."
command=$1
shift
exec runuser -u campanero -- npm run --silent "$command" -- "$@"
