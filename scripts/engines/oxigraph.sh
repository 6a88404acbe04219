#!/usr/bin/env bash
# Oxigraph's server (RocksDB) from PyPI. Needs python3 with venv. Query at /query, update at /update.
set -euo pipefail
. "$(dirname "$0")/common.sh"
version=0.5.13
home="$cache/oxigraph-$version"
if [ ! -x "$home/bin/oxigraph" ]; then
  need python3
  rm -rf "$home"
  python3 -m venv "$home" >&2
  "$home/bin/pip" install -q "oxigraph==$version" >&2
fi
exec 8>&-
# Without a limit, a query runs to its end even if its caller has disconnected.
exec "$home/bin/oxigraph" serve --location "$data" --bind "$host:$port" --timeout-s "${ENGINE_TIMEOUT_S:-30}" > "$data.log" 2>&1
