#!/bin/sh
# Restarts one web node without a failed request: restart-node.sh 3000
# Takes the node out of nginx, restarts it, waits until it is ready and puts it in again.
set -eu
port=$1
site=${2:-/etc/nginx/conf.d/campanero.conf}

sed -i "s/\(server 127\.0\.0\.1:$port [^;]*\);/\1 down;/" "$site"
nginx -t -q && nginx -s reload
systemctl restart "campanero-web@$port"
until curl -fs "http://127.0.0.1:$port/api/ready" >/dev/null; do sleep 1; done
sed -i "s/\(server 127\.0\.0\.1:$port [^;]*\) down;/\1;/" "$site"
nginx -t -q && nginx -s reload
