# Sourced by the scripts that start engines for tests: `SCRIPT PORT DATA_FOLDER`. Each installs its engine into a cache
# folder on first use, and becomes the engine (exec), so that ending the script ends the engine.
[ $# -ge 2 ] || { echo "usage: $0 PORT DATA_FOLDER" >&2; exit 2; }
cache="${ENGINES_CACHE:-${TMPDIR:-/tmp}/cargograph-engines}"
port="$1"
mkdir -p "$cache" "$2"
data="$(cd "$2" && pwd)"
host=127.0.0.1

need() {
  for program in "$@"; do
    command -v "$program" > /dev/null || { echo "$program is missing" >&2; exit 3; }
  done
}

# One installation at a time, however many tests run.
exec 8> "$cache/lock"
command -v flock > /dev/null && flock 8
