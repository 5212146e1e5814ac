# The tasks of the project; `make` alone lists them. All tools live in .venv, made on the first use.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TESTED := $(VENV)/.ready-to-test
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: help tournament test test-all toolchains check format bench protocol golden clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

tournament: $(READY) ## play a tournament between the bundled clients, to its standings
	@rm -rf build/cup && mkdir -p build && cp clients/cup.toml build/cup.toml
	@$(BIN)/referee tournament run build/cup.toml
	@$(BIN)/referee tournament standings build/cup.toml

test: $(TESTED) ## run the tests, with a sample of everything
	@$(BIN)/pytest -q

test-all: $(TESTED) ## run the full matrix of tests
	@$(BIN)/pytest -q -m "full or not full"

toolchains: $(READY) ## install all languages of clients/ that are missing (Debian and its children; as root or by sudo)
	@missing=$$($(BIN)/python -c 'from referee.languages import to_install; print(*to_install())'); \
	  if [ -z "$$missing" ]; then echo "all languages are here"; else set -x; \
	  $(AS_ROOT) apt-get update -q && \
	  $(AS_ROOT) env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $$missing; fi

check: $(TESTED) ## lint, formatting, types, and whether protocol/ says what the code says
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m referee.pages --check

format: $(TESTED) ## format the code and mend what can be mended
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(TESTED) ## measure speed and memory against a floor in C
	@$(BIN)/python tests/bench

protocol: $(READY) ## write the generated parts of protocol/ anew
	@$(BIN)/python -m referee.pages

golden: $(TESTED) ## write the golden matches in tests/golden anew; review what changed
	@$(BIN)/python tests/golden.py

clean: ## remove all that make has made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name it with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv is missing; on Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(TESTED): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,check]'
	@touch $@
