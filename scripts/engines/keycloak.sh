#!/usr/bin/env bash
# Keycloak from Maven Central, an identity provider. Needs Java 17 or later, mvn and unzip. The realms of
# DATA_FOLDER/import/*.json are imported; its database is in memory. The first use builds it for that, which takes half
# a minute.
set -euo pipefail
. "$(dirname "$0")/common.sh"
version=26.4.5
home="$cache/keycloak-$version"
need java
if [ ! -f "$home/complete" ]; then
  need mvn unzip
  mvn -q -B -Dmaven.repo.local="$cache/m2" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
    -Dartifact="org.keycloak:keycloak-quarkus-dist:$version:zip" -DoutputDirectory="$cache/fetched" >&2
  rm -rf "$home"
  unzip -q "$cache/fetched/keycloak-quarkus-dist-$version.zip" -d "$cache"
  rm "$cache/fetched/keycloak-quarkus-dist-$version.zip"
  "$home/bin/kc.sh" build --db=dev-mem --features-disabled=admin,account,organization > "$data.build.log" 2>&1 ||
    { tail -5 "$data.build.log" >&2; exit 3; }
  touch "$home/complete"
fi
exec 8>&-
# Each server has a folder of its own; the programs are shared.
mkdir -p "$data/home/data/import"
for part in conf lib providers themes version.txt; do ln -sfn "$home/$part" "$data/home/$part"; done
[ ! -d "$data/import" ] || cp "$data"/import/*.json "$data/home/data/import/"
# The command of kc.sh without its shell, compiled for a short life.
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m -XX:+ExitOnOutOfMemoryError \
  --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
  --add-opens=java.base/java.security=ALL-UNNAMED -Dkc.config.built=true "-Dkc.home.dir=$data/home" \
  "-Djboss.server.config.dir=$data/home/conf" -Djava.util.logging.manager=org.jboss.logmanager.LogManager \
  -Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory \
  -cp "$home/lib/quarkus-run.jar" io.quarkus.bootstrap.runner.QuarkusEntryPoint start --optimized --import-realm \
  --http-enabled=true "--http-host=$host" "--http-port=$port" "--hostname=http://localhost:$port" --cache=local \
  > "$data.log" 2>&1
