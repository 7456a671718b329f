# SPDX-License-Identifier: MIT-0
# Short names for the usual jobs; CMakePresets.json says how each build is made.

JOBS ?= $(shell nproc)
SANITIZERS ?= asan tsan
BENCH_ARGS ?=
ORACLE_SEEDS ?= 1 2 3 4

.PHONY: help deps build run test oracle sanitize cuda bench bench-docs lint format clean

help:
	@echo "make build     the release binary, build/release/batt"
	@echo "make run       build it and solve the example tasks"
	@echo "make test      build everything, run the tests, lint"
	@echo "make oracle    compare random calls and programs with the language in Python"
	@echo "make sanitize  the tests under the sanitizers (SANITIZERS=asan, tsan)"
	@echo "make cuda      compile the device code; run its test where there is a GPU"
	@echo "make bench     the benchmarks (BENCH_ARGS=--benchmark_filter=...)"
	@echo "make bench-docs  measure, and put the numbers into docs/benchmarks.md and README.md"
	@echo "make lint      formatting, include directions, clang-tidy"
	@echo "make format    format all sources"
	@echo "make deps      install missing Debian packages"
	@echo "make clean     remove build/"

deps:
	@tools/deps.sh

build: deps
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target batt

run: build
	build/release/batt run --solvers examples/solvers.py --data examples/tasks --show 2

test: deps
	cmake --preset release
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS)
	@$(MAKE) --no-print-directory lint

oracle: build
	@set -e; golden=tests/golden/portable; for seed in $(ORACLE_SEEDS); do \
	    python3 -B tests/oracle/calls.py build/release/batt $$golden/calls $$seed 40000; \
	    python3 -B tests/oracle/programs.py build/release/batt $$golden/programs/programs.py \
	        $$golden/tasks $$seed 4000; \
	    python3 -B tests/oracle/programs.py build/release/batt examples/solvers.py \
	        examples/tasks $$seed 4000; \
	done

sanitize: deps
	@set -e; for preset in $(SANITIZERS); do \
	    cmake --preset $$preset; \
	    cmake --build --preset $$preset -j $(JOBS); \
	    ctest --preset $$preset -j $(JOBS); \
	done

cuda: deps
	cmake --preset cuda
	cmake --build --preset cuda -j $(JOBS)
	ctest --preset cuda

bench: deps
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target batt_bench
	build/release/batt_bench $(BENCH_ARGS)

bench-docs: deps
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target batt_bench
	build/release/batt_bench --benchmark_repetitions=9 --benchmark_min_time=0.1 \
	    --benchmark_enable_random_interleaving=true \
	    --benchmark_out=build/release/bench.json --benchmark_out_format=json >/dev/null
	tools/bench_table.py build/release/bench.json

lint: deps
	@tools/format.sh --check
	@tools/check_includes.py
	@tools/tidy.sh $(JOBS)

format: deps
	@tools/format.sh

clean:
	rm -rf build
