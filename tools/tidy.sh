#!/usr/bin/env bash
# SPDX-License-Identifier: MIT-0
# Runs clang-tidy over every source, several of them put together as one, in parallel:
#
#     tools/tidy.sh [JOBS]
#
# What all of them include is looked at once for each lot and not for each source, which is most of
# the work. A lot that passed leaves an empty file in build/tidy/passed, named by the hash of all
# that went in: the tool, its settings, the compile command, the sources and all headers. While
# these stay the same it is not looked at again.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=${1:-$(nproc)}
tidy=${CLANG_TIDY:-clang-tidy}
build=build/tidy
passed=$build/passed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --preset tidy >/dev/null
mkdir -p "$passed"
for_all=$({
    "$tidy" --version
    cat .clang-tidy
    find src tests bench -name '*.hpp' -print0 | sort -z | xargs -0 sha256sum
} | sha256sum)

# One line per lot: its path, a tab, and the command that compiles it.
python3 -c '
import json, sys
for lot in json.load(open(sys.argv[1])):
    print(lot["file"], lot["command"], sep="\t")
' $build/compile_commands.json >"$work/lots"

total=0
while IFS=$'\t' read -r lot command; do
    total=$((total + 1))
    sources=$(sed -nE 's/^#include "(.*)"$/\1/p' "$lot" | xargs sha256sum)
    key=$(sha256sum <<<"$for_all $command $sources")
    stamp=$passed/${key%% *}
    [[ -e $stamp ]] || printf '%s\0%s\0' "$lot" "$stamp" >>"$work/todo"
done <"$work/lots"
touch "$work/todo"

one() {
    if out=$("$1" -p "$2" --quiet --extra-arg=-Wno-unknown-warning-option "$3" 2>&1); then
        : >"$4"
    else
        printf '%s\n' "$out" | sed -E '/^[0-9]+ warnings? (generated|treated)|^Suppressed/d'
        return 1
    fi
}
export -f one

count=$(($(tr -cd '\0' <"$work/todo" | wc -c) / 2))
echo "tidy: $count of $total lots of sources to look at"
if ! xargs -0 -r -n 2 -P "$jobs" bash -c 'one "$0" "$@"' "$tidy" $build <"$work/todo"; then
    echo "tidy: findings above" >&2
    exit 1
fi
