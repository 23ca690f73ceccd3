#!/bin/sh
# Restarts one web node without a failed request: restart-node.sh 3000
# Takes the node out of nginx, restarts it, waits until it is ready and puts it in again.
set -eu
port=$1
site=${2:-/etc/nginx/conf.d/campanero.conf}
reload() { nginx -t -q && nginx -s reload; }

# Also after a run that was broken off, when it is out already.
sed -i "/server 127\.0\.0\.1:$port /{s/ down;/;/;s/;/ down;/}" "$site"
reload
systemctl restart "campanero-web@$port"
seconds=0
until curl -fs "http://127.0.0.1:$port/api/ready" >/dev/null; do
  seconds=$((seconds + 1))
  if [ "$seconds" -gt 300 ]; then
    echo "El nodo $port no está listo y queda fuera de nginx. Vea: journalctl -u campanero-web@$port" >&2
    exit 1
  fi
  sleep 1
done
sed -i "/server 127\.0\.0\.1:$port /s/ down;/;/" "$site"
reload
