#!/usr/bin/env bash
# SPDX-License-Identifier: MIT-0
# Formats all sources in place; with --check, only says what is not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(-i)
[[ ${1:-} == --check ]] && mode=(--dry-run --Werror)

rooms=()
for room in src tests bench examples; do
    [[ -d $room ]] && rooms+=("$room")
done
((${#rooms[@]})) || exit 0

find "${rooms[@]}" -type f \
    \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
    xargs -0 -r "${CLANG_FORMAT:-clang-format}" "${mode[@]}"
