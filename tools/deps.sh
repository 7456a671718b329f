#!/usr/bin/env bash
# SPDX-License-Identifier: MIT-0
# Installs the Debian packages that the build, the tests and the linters need and that are missing.
set -euo pipefail

packages=(
    cmake ninja-build g++ make
    libcli11-dev libfmt-dev nlohmann-json3-dev libxxhash-dev
    libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev
    clang-format clang-tidy python3
)

if ! command -v dpkg-query >/dev/null; then
    echo "deps: no dpkg here; install your system's counterparts of: ${packages[*]}" >&2
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        echo "deps: as root, run: apt-get install -y ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"
}

echo "deps: installing ${missing[*]}" >&2
if ! install >/dev/null 2>&1; then
    # A fresh system has no package lists yet.
    if ! { "${as_root[@]}" apt-get update && install; }; then
        echo "deps: failed; when the network is back: apt-get install -y ${missing[*]}" >&2
        exit 1
    fi
fi
