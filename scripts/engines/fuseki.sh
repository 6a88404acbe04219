#!/usr/bin/env bash
# Apache Jena Fuseki with TDB2 from Maven Central. Needs Java 17 or later and mvn. Query at /ds/query, update at /ds/update.
set -euo pipefail
. "$(dirname "$0")/common.sh"
version=5.6.0
jar="$cache/jena-fuseki-server-$version.jar"
need java
if [ ! -f "$jar" ]; then
  need mvn
  mvn -q -B -Dmaven.repo.local="$cache/m2" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
    -Dartifact="org.apache.jena:jena-fuseki-server:$version:jar" -DoutputDirectory="$cache/fetched" >&2
  mv "$cache/fetched/$(basename "$jar")" "$jar"
fi
exec 8>&-
mkdir -p "$data/run" "$data/tdb2"
cat > "$data/config.ttl" << TTL
PREFIX fuseki: <http://jena.apache.org/fuseki#>
PREFIX ja:     <http://jena.hpl.hp.com/2005/11/Assembler#>
PREFIX tdb2:   <http://jena.apache.org/2016/tdb#>

[] a fuseki:Server ; fuseki:services ( <#service> ) .

<#service> a fuseki:Service ; fuseki:name "ds" ;
  fuseki:endpoint [ fuseki:operation fuseki:query ; fuseki:name "query" ] ;
  fuseki:endpoint [ fuseki:operation fuseki:update ; fuseki:name "update" ] ;
  fuseki:dataset [ a tdb2:DatasetTDB2 ; tdb2:location "$data/tdb2" ;
    ja:context [ ja:cxtName "arq:queryTimeout" ; ja:cxtValue "${ENGINE_TIMEOUT_S:-30}000" ] ] .
TTL
cat > "$data/log4j2.properties" << LOG
status = error
appender.console.type = Console
appender.console.name = OUT
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %p %m%n
rootLogger.level = WARN
rootLogger.appenderRef.stdout.ref = OUT
LOG
export FUSEKI_BASE="$data/run"
exec java "-Xmx${FUSEKI_HEAP:-1g}" "-Dlog4j.configurationFile=$data/log4j2.properties" -jar "$jar" \
  --config "$data/config.ttl" --port "$port" --localhost > "$data.log" 2>&1
