#!/usr/bin/env bash
# SPDX-License-Identifier: MIT-0
# Runs clang-tidy over every source of a build tree, in parallel:
#
#     tools/tidy.sh [BUILD_DIR [JOBS [PATTERN]]]
#
# PATTERN, a regular expression, narrows the files. A source that passed leaves an empty file in
# BUILD_DIR/tidy, named by the hash of all that went in: the tool, its settings, the compile
# command, the source and the project headers it includes. While these stay the same it is not
# looked at again.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/release}
jobs=${2:-$(nproc)}
pattern=${3:-}
root=$PWD
tidy=${CLANG_TIDY:-clang-tidy}
stamps=$build/tidy

if [[ ! -f $build/compile_commands.json ]]; then
    echo "tidy: no $build/compile_commands.json; configure first: cmake --preset release" >&2
    exit 1
fi
mkdir -p "$stamps"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

settings=$({ "$tidy" --version; cat .clang-tidy; } | sha256sum)

# The content hash of every project file, "hash  path" a line.
find "$root" -path "$root/build" -prune -o -type f \
    \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' \) -print0 |
    sort -z | xargs -0 -r sha256sum >"$work/hashes"

# What each object was made from, as ninja recorded it; a source not built yet counts all headers.
ninja -C "$build" -t deps >"$work/deps" 2>/dev/null || true

# One line per source: its path, a tab, and the text that stands for its inputs.
awk -v root="$root/" -v hashes="$work/hashes" -v deps="$work/deps" '
    BEGIN {
        while ((getline line < hashes) > 0) {
            path = substr(line, 67)
            hash[path] = substr(line, 1, 64)
            if (path ~ /\.h(pp)?$/) headers = headers " " hash[path]
        }
        while ((getline line < deps) > 0) {
            if (line ~ /^[^ ].*: #deps/) {
                object = line
                sub(/: #deps.*/, "", object)
                known[object] = (line ~ /\(VALID\)/)
            } else if (line ~ /^ /) {
                sub(/^ +/, "", line)
                if (index(line, root) == 1 && line in hash)
                    used[object] = used[object] " " line "=" hash[line]
            }
        }
    }
    /^ *"command":/ { command = $0 }
    /^ *"file":/ {
        path = $0
        sub(/^ *"file": *"/, "", path)
        sub(/",?$/, "", path)
        if (index(path, root) != 1 || !(path in hash)) next
        object = command
        sub(/.* -o /, "", object)
        sub(/ .*/, "", object)
        print path "\t" command " " hash[path] (known[object] ? used[object] : headers)
    }
' "$build/compile_commands.json" >"$work/inputs"

total=0
while IFS=$'\t' read -r path inputs; do
    if [[ -n $pattern && ! $path =~ $pattern ]]; then continue; fi
    total=$((total + 1))
    key=$(sha256sum <<<"$settings $inputs")
    stamp=$stamps/${key%% *}
    [[ -e $stamp ]] || printf '%s\0%s\0' "$path" "$stamp" >>"$work/todo"
done <"$work/inputs"
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
echo "tidy: $count of $total sources to look at"
if ! xargs -0 -r -n 2 -P "$jobs" bash -c 'one "$0" "$@"' "$tidy" "$build" <"$work/todo"; then
    echo "tidy: findings above" >&2
    exit 1
fi
