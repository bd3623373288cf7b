# The two commands of a newcomer are `make demo` and `make test`; CONTRIBUTING.md tells of the others.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   := $(shell nproc 2>/dev/null || echo 2)

.PHONY: help demo test test-all bench lint format sanitize coverage docs clean

help:
	@echo "make demo      install into $(VENV), run the main job, write driftsift-demo.html"
	@echo "make test      install and run the tests"
	@echo "make test-all  the same with slow tests, peers and doctests"
	@echo "make bench     race against River, MOA, scikit-learn and the memory floor"
	@echo "make lint      ruff, clang-format, mypy, room contracts, clang-tidy"
	@echo "make format    let ruff and clang-format rewrite the code"
	@echo "make sanitize  build with ASan and UBSan and run the tests"
	@echo "make coverage  count executed lines, Python and C++"
	@echo "make docs      build the documentation into site/"
	@echo "make clean     remove everything the other commands made"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Installed anew whenever something that goes into the package has changed.
SOURCES := $(shell find src CMakeLists.txt pyproject.toml -type f -not -name '*.pyc' -not -name '_core.*')

$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet ".[dev]"
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet ".[docs]"
	@touch $@

demo: $(VENV)/.installed
	$(BIN)/driftsift demo

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not slow and not peers"

test-all: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -q -n $(JOBS)
	$(BIN)/python -m pytest -q --doctest-modules --pyargs driftsift

bench: $(VENV)/.installed
	PYTHON=$(BIN)/python benchmarks/setup_peers.sh || true
	$(BIN)/python benchmarks/race.py

CPP := $(shell find src/core -name '*.cpp' -o -name '*.hpp')

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/cmake -S . -B build/tidy -G Ninja -DPython_EXECUTABLE=$(abspath $(BIN)/python) \
	  -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	$(BIN)/clang-tidy --quiet -p build/tidy $(wildcard src/core/bindings/*.cpp)

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

sanitize: $(VENV)/.installed-dev
	$(BIN)/python tools/sanitize.py

coverage: $(VENV)/.installed-dev
	$(BIN)/python tools/coverage.py

docs: $(VENV)/.installed-docs
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) .venv-* build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache \
	  coverage .coverage driftsift-demo.html benchmarks/.cache
