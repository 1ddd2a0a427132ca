# The two commands that do everything: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: play test test-research quick mutants bench lint lock ids artifacts screenshots clean
LOCK := -q --strip-extras --no-header --no-annotate --no-emit-options --no-emit-index-url --no-emit-trusted-host \
    --no-emit-find-links --allow-unsafe

play: $(VENV)/.ready
	@$(BIN)/hexagora serve --open

$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Hexagora needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Installing into $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -r requirements.lock
	@$(PIP) install --no-deps -e .
	@$(BIN)/python -m compileall -q hexagora  # so that the first start is as quick as later ones, as is
	@$(BIN)/python -c 'from hexagora.server import catalogue; catalogue.known()'  # remembering what the lobby tells
	@touch $@

$(VENV)/.ready-test: $(VENV)/.ready requirements-test.lock
	@echo "Installing what the tests need ..."
	@$(PIP) install -r requirements-test.lock
	@touch $@

test: $(VENV)/.ready-test
	@$(BIN)/python -m tests.prepare
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.rule_ids
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest -n 2 --dist worksteal -ra --durations 10

# For daily work: no browsers, servers, compilers or long matches.
quick: $(VENV)/.ready-test
	$(BIN)/ruff check .
	$(BIN)/python -m tests.rule_ids
	$(BIN)/python -m pytest -n 2 --dist worksteal -ra --quick

# How much of what could go wrong in the rules some test would notice, for each game.
mutants: $(VENV)/.ready-test
	$(BIN)/python -m tests.mutate --count 100

# PyTorch, JAX, TorchRL, RLlib and Ray in an environment of their own.
RESEARCH := .venv-research

$(RESEARCH)/.ready: requirements-research.lock pyproject.toml
	@echo "Installing what researchers use into $(RESEARCH) (once; some gigabytes) ..."
	@$(PYTHON) -m venv $(RESEARCH)
	@$(RESEARCH)/bin/python -m pip --disable-pip-version-check -q install -r requirements-research.lock
	@$(RESEARCH)/bin/python -m pip --disable-pip-version-check -q install --no-deps -e .
	@touch $@

test-research: $(RESEARCH)/.ready $(VENV)/.ready-test
	HEXAGORA_RESEARCH=1 $(BIN)/python -m pytest tests/engine/test_compiled.py tests/lab/test_gpu.py -ra -k gpu
	HEXAGORA_RESEARCH=1 $(BIN)/python -m pytest tests/bots tests/sigil/test_heuristics.py -ra -k 'solver_sees or back_ends'
	HEXAGORA_RESEARCH=1 $(RESEARCH)/bin/python -m pytest tests/research -ra --durations 10

lint: $(VENV)/.ready-test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/hexagora lint

ids: $(VENV)/.ready-test
	$(BIN)/python -m tests.rule_ids

bench: $(VENV)/.ready-test
	$(BIN)/hexagora bench

# The games' WebAssembly, after their rules, their rules of thumb or the search have changed.
artifacts: $(VENV)/.ready-test
	$(BIN)/hexagora compile --wasm

screenshots: $(VENV)/.ready-test
	$(BIN)/python -m tests.web.screenshots

lock: $(VENV)/.ready-test
	$(BIN)/pip-compile $(LOCK) -o requirements.lock pyproject.toml
	$(BIN)/pip-compile $(LOCK) --extra postgres --extra redis --extra native --extra artifacts --extra cuda --extra test -c requirements.lock \
	    -o requirements-test.lock pyproject.toml
	$(BIN)/pip-compile $(LOCK) --extra native --extra parquet --extra openspiel --extra pettingzoo --extra torch --extra rllib \
	    --extra research -c requirements.lock -o requirements-research.lock pyproject.toml

clean:
	rm -rf $(VENV) $(RESEARCH) .pytest_cache .mypy_cache .ruff_cache build *.egg-info
