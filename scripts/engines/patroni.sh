#!/usr/bin/env bash
# etcd and two PostgreSQL servers with synchronous replication, each under a Patroni of its own, for `npm run test:ha`.
# Debian's packages are downloaded and unpacked, not installed; PostgreSQL's own programs must be installed (POSTGRES_BIN or
# /usr/lib/postgresql). As root all of it runs as the user `nobody`, since PostgreSQL refuses to run as root.
#
#   patroni.sh etcd PORT DATA_FOLDER                            becomes etcd; its peer port is PORT + 1
#   patroni.sh server NAME PORT REST_PORT ETCD_PORT DATA_FOLDER  becomes the Patroni of one server
set -euo pipefail
cache="${ENGINES_CACHE:-${TMPDIR:-/tmp}/cargograph-engines}"
home="$cache/patroni"
host=127.0.0.1
mkdir -p "$cache"
exec 8> "$cache/lock"
command -v flock > /dev/null && flock 8
if [ ! -f "$home/complete" ]; then
  command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null || { echo "apt-get is missing" >&2; exit 3; }
  rm -rf "$home" "$cache/patroni-debs"
  mkdir -p "$home" "$cache/patroni-debs"
  cd "$cache/patroni-debs"
  packages=(patroni etcd-server libpq5 libyaml-0-2 python3-cdiff python3-click python3-dateutil python3-dnspython python3-etcd
    python3-pkg-resources python3-prettytable python3-psutil python3-psycopg2 python3-six python3-urllib3 python3-wcwidth
    python3-yaml)
  apt-get download -q "${packages[@]}" >&2 || { apt-get update -q >&2 && apt-get download -q "${packages[@]}" >&2; } || exit 3
  for package in *.deb; do dpkg-deb -x "$package" "$home"; done
  touch "$home/complete"
fi
exec 8>&-

as=()
own() {
  mkdir -p "$1"
  if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    chown nobody:nogroup "$1"
  fi
  cd "$1"
}

case "$1" in
  etcd)
    port="$2"
    peer=$((port + 1))
    own "$3"
    exec "${as[@]}" "$home/usr/bin/etcd" --name test --data-dir "$3/etcd" --enable-v2 \
      --listen-client-urls "http://$host:$port" --advertise-client-urls "http://$host:$port" \
      --listen-peer-urls "http://$host:$peer" --initial-advertise-peer-urls "http://$host:$peer" \
      --initial-cluster "test=http://$host:$peer" > /dev/null 2>&1
    ;;
  server)
    name="$2" port="$3" rest="$4" etcd="$5"
    bin="${POSTGRES_BIN:-$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -1)}"
    [ -x "$bin/postgres" ] || { echo "PostgreSQL is missing" >&2; exit 3; }
    own "$6"
    # Times are short for a test; Patroni's defaults are ttl 30, loop_wait 10, retry_timeout 10.
    cat > "$6/patroni.yml" << YAML
scope: cargograph
name: $name
restapi: { listen: '$host:$rest', connect_address: '$host:$rest' }
etcd3: { hosts: '$host:$etcd' }
bootstrap:
  dcs:
    ttl: 10
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        wal_keep_size: 256MB
        wal_log_hints: 'on'
  initdb:
    - { encoding: UTF8 }
    - { locale: C }
    - { auth-host: trust }
    - { auth-local: trust }
  pg_hba:
    - host all all $host/32 trust
    - host replication all $host/32 trust
postgresql:
  listen: $host:$port
  connect_address: $host:$port
  data_dir: $6/data
  bin_dir: $bin
  pgpass: $6/pgpass
  authentication:
    superuser: { username: postgres, password: postgres }
    replication: { username: replicator, password: replicator }
  parameters:
    unix_socket_directories: $6
  pg_hba:
    - host all all $host/32 trust
    - host replication all $host/32 trust
    - local all all trust
YAML
    # The release of Debian's Python packages, not one that a version manager puts first.
    export PYTHONPATH="$home/usr/lib/python3/dist-packages" LD_LIBRARY_PATH="$home/usr/lib/$(uname -m)-linux-gnu"
    exec "${as[@]}" /usr/bin/python3 -m patroni "$6/patroni.yml" > "$6/patroni.log" 2>&1
    ;;
  *)
    echo "usage: $0 etcd PORT DATA_FOLDER | server NAME PORT REST_PORT ETCD_PORT DATA_FOLDER" >&2
    exit 2
    ;;
esac
