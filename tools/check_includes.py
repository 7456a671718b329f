#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Checks that the rooms under src/ include each other in one direction only.

    tools/check_includes.py [ROOT]

A room includes itself and the rooms before it in ROOMS. src/cuda is a leaf: it includes CUDA_SEES
and nobody includes it. CUDA's own headers and .cu files stay in src/cuda, __CUDA_ARCH__ in
src/base/platform.hpp. A header with BATT_HD code is compiled for the device, so neither it nor what
it includes may bring in host-only parts of the standard library.
"""

import pathlib
import re
import sys

ROOMS = "base value dsl program battery io exec batch coordinate score cli".split()
CUDA_SEES = ["base", "value", "dsl", "io", "batch", "cuda"]
DEVICE_ROOMS = ["base", "value", "dsl", "batch"]
HOST_ONLY = set(
    "deque exception fstream functional iostream list map memory mutex set sstream stdexcept "
    "string thread unordered_map unordered_set vector".split()
)
CUDA_HEADER = re.compile(r"(cuda|cooperative_groups|curand|cub/|thrust/|nv/|device_|vector_types)")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)


def strip_comments(text):
    """Blanks comments, keeping strings and line numbers."""
    return COMMENT.sub(lambda m: m[1] or "\n" * m[0].count("\n"), text)


class Source:
    def __init__(self, path, src):
        self.name = path.relative_to(src).as_posix()
        self.room = self.name.split("/")[0] if "/" in self.name else ""
        self.text = strip_comments(path.read_text(encoding="utf-8"))
        self.includes = [
            (self.text.count("\n", 0, m.start(1)) + 1, m[1], m[2])
            for m in INCLUDE.finditer(self.text)
        ]
        self.is_device = (
            self.room in DEVICE_ROOMS
            and path.suffix == ".hpp"
            and re.search(r"\bBATT_HD\b", self.text) is not None
        )


def allowed(room):
    return CUDA_SEES if room == "cuda" else ROOMS[: ROOMS.index(room) + 1]


def check(sources):
    """Yields (file, line, message) for every breach."""
    for s in sources.values():
        if s.room != "cuda" and s.room not in ROOMS:
            yield s.name, 1, f"no such room; the rooms are {', '.join(ROOMS)} and cuda"
            continue
        if s.room != "cuda":
            if s.name.endswith((".cu", ".cuh")):
                yield s.name, 1, "CUDA sources belong in src/cuda"
            if s.name != "base/platform.hpp" and "__CUDA_ARCH__" in s.text:
                line = s.text[: s.text.index("__CUDA_ARCH__")].count("\n") + 1
                yield s.name, line, "__CUDA_ARCH__ belongs in base/platform.hpp"
        for line, quote, target in s.includes:
            room = target.split("/")[0]
            if quote == '"':
                if target not in sources:
                    yield s.name, line, f'"{target}" is no file under src/; name it from there'
                elif room not in allowed(s.room):
                    yield s.name, line, f"{s.room} may not include {room} ({target})"
            elif target in sources:
                yield s.name, line, f'write "{target}", not <{target}>'
            elif s.room != "cuda" and CUDA_HEADER.match(target):
                yield s.name, line, f"<{target}> may be included in src/cuda only"
        if s.is_device:
            yield from check_device(s, sources)


def check_device(header, sources):
    """Follows the project includes of a device header and reports host-only standard headers."""
    seen = set()

    def walk(source, chain, line):
        for own_line, quote, target in source.includes:
            at = line or own_line
            if quote == "<" and target in HOST_ONLY:
                via = f" through {' > '.join(chain)}" if chain else ""
                yield header.name, at, f"has BATT_HD code and includes <{target}>{via}"
            elif quote == '"' and target in sources and target not in seen:
                seen.add(target)
                # A device header further down speaks for itself.
                if not sources[target].is_device:
                    yield from walk(sources[target], chain + [target], at)

    yield from walk(header, [], 0)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    src = root / "src"
    paths = [p for p in src.rglob("*") if p.suffix in (".hpp", ".cpp", ".cu", ".cuh", ".h")]
    sources = {s.name: s for s in (Source(p, src) for p in sorted(paths))}
    breaches = list(check(sources))
    for name, line, message in breaches:
        print(f"src/{name}:{line}: {message}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
