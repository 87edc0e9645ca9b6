# Python 3.11 or newer and make are all that is assumed; every target makes .venv by itself.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
SOLVER := players/five_hundred/solver.compiled
TOKEN := ^[[:space:]]*(export[[:space:]]+)?DISCORD_TOKEN=[[:space:]]*[^[:space:]]

# The tests start the bot many times; it is compiled once.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
# The solver is compiled by the Python of .venv.
.NOTPARALLEL:
.PHONY: help run bot playground test test-all orders test-postgres check docs messages release bench arena torture mutants soak pins

help:
	@sed -n 's/^\([a-z-]*\):.*##  */  make \1	/p' $(MAKEFILE_LIST)

run: ## play: on Discord with DISCORD_TOKEN in .env; without it a terminal asks, or it is a local browser page
	@if [ -n "$$DISCORD_TOKEN" ] || grep -Eqs '$(TOKEN)' .env; then $(MAKE) -s bot; \
	elif [ -t 0 ] && [ -t 1 ] && [ -z "$$CI" ]; then $(MAKE) -s .venv/play-is-ready $(SOLVER) && $(BIN)/python bot.py; \
	else $(MAKE) -s playground; fi

bot: .venv/bot-is-ready $(SOLVER) ## the bot on Discord
	@$(BIN)/python bot.py

playground: .venv/play-is-ready $(SOLVER) ## the bot on a simulated Discord in a local browser page
	@$(BIN)/python -m tools.playground

test: .venv/all-is-ready $(SOLVER) ## the tests CI runs; browser tests only if Chromium is installed
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not thorough" --hypothesis-profile few

test-all: test ## all tests: the rest of the matrices, the tools, long properties and walks too
	@$(BIN)/python -m pytest -n auto --dist worksteal -m thorough --uptime 1000000

orders: .venv/all-is-ready $(SOLVER) ## the tests of simulated bots once more, in orders that nobody has seen: a failure says by which it comes back
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not thorough" --hypothesis-profile few --order drawn tests/cogs

test-postgres: .venv/all-is-ready $(SOLVER) ## what touches PostgreSQL, on the server whose programs are in POSTGRES_BIN
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not thorough" --hypothesis-profile few \
		-k "postgres or restart or processes or pipeline or widen" tests/data tests/test_many_processes.py tests/test_database_restarts.py

check: .venv/all-is-ready $(SOLVER) ## style, types, the arrows between packages, catalogues that are up to date (and what is left to translate), the Dockerfile, and what a press costs
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.messages --check
	@$(BIN)/hadolint deploy/Dockerfile
	@$(BIN)/python -m tools.budget

docs: .venv/all-is-ready $(SOLVER) ## regenerate the generated parts of the docs: settings, commands, games, budgets
	@$(BIN)/python -m tests.printed

messages: .venv/all-is-ready $(SOLVER) ## bring the catalogues of sentences, and the keys of tests, up to date
	@$(BIN)/python -m tests.cogs.keys
	@$(BIN)/python -m tools.messages

release: check ## what must hold before a release: the checks, and every sentence in every language
	@$(BIN)/python -m tools.messages --release

bench: .venv/all-is-ready $(SOLVER) ## the speed of presses, alone and beside house players, on both databases and over sockets, and beside a large server
	@{ $(BIN)/python -m tools.bench && \
	$(BIN)/python -m tools.bench.house && \
	$(BIN)/python -m tools.bench.processes && \
	$(BIN)/python -m tools.bench.sockets && \
	$(BIN)/python -m tools.bench.shape; } >docs/figures/bench.new
	@mv docs/figures/bench.new docs/figures/bench.txt && cat docs/figures/bench.txt

arena: .venv/all-is-ready $(SOLVER) ## how strong the house players are: duplicate matches against simpler players
	@{ $(BIN)/python -m tools.arena five_hundred && \
	$(BIN)/python -m tools.arena five_hundred --player strong --against usual && \
	$(BIN)/python -m tools.arena five_hundred --player usual --against easy && \
	$(BIN)/python -m tools.arena five_hundred --player strong --against strong && \
	$(BIN)/python -m tools.arena duels && \
	$(BIN)/python -m tools.arena pontoon; } >docs/figures/arena.new
	@mv docs/figures/arena.new docs/figures/arena.txt && cat docs/figures/arena.txt

torture: .venv/all-is-ready $(SOLVER) ## kill the bot 100 times, cause 200 faults of all kinds, lose its unsynced writes 200 times; count the chips, also those of people who look for exploits
	@$(BIN)/python -m tools.torture
	@$(BIN)/python -m tools.torture --chaos 200
	@$(BIN)/python -m tools.torture --power 200
	@$(BIN)/python -m tools.torture --exploits
	@$(BIN)/python -m tools.torture --tournaments

mutants: .venv/all-is-ready $(SOLVER) ## plant bugs one by one, and see that the tests notice each of them
	@$(BIN)/python -m tools.mutants

soak: .venv/all-is-ready $(SOLVER) ## an hour of play in a minute, and a look at what is left of it in memory
	@$(BIN)/python -m tools.torture.soak

pins: .venv/all-is-ready $(SOLVER) ## write requirements*.txt from the lists in pyproject.toml, with what they pull in and all hashes
	@$(BIN)/pip install --quiet --disable-pip-version-check uv==0.13.9
	@$(call pinned,requirements.txt,)
	@$(call pinned,requirements-play.txt,--extra play)
	@$(call pinned,requirements-dev.txt,--extra play --extra dev)

.venv/bot-is-ready: requirements.txt
	@$(call install,requirements.txt,70 MB to fetch; a minute)

.venv/play-is-ready: requirements-play.txt
	@$(call install,requirements-play.txt,120 MB to fetch; a minute or two)
	@touch .venv/bot-is-ready

.venv/all-is-ready: requirements-dev.txt
	@$(call install,requirements-dev.txt,250 MB to fetch; two minutes or three)

$(SOLVER): players/five_hundred/solver.c
	@$(BIN)/python -m players.five_hundred.solving

define pinned
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make pins" $(2) pyproject.toml -o $(1)
endef

define install
	if [ -z "$(PYTHON)" ]; then echo "Python 3.11 or newer is missing; install it, then run make again." >&2; exit 1; fi; \
	if [ ! -w . ] || [ -e .venv -a ! -w .venv ]; then \
		echo "This folder can't be written to, so .venv can't be made in it; copy it to where you may write." >&2; exit 1; fi; \
	if [ ! -x $(BIN)/pip ]; then $(PYTHON) -m venv --clear .venv > .venv.log 2>&1 || \
		{ echo "$(PYTHON) can't make a virtual environment; install its venv module (on Debian: python3-venv), then run make again." >&2; \
		rm -rf .venv .venv.log; exit 1; }; rm -f .venv.log; fi; \
	echo "Installing $(1) into .venv: $(2)."; \
	$(BIN)/pip install --disable-pip-version-check -r $(1) || \
		{ echo "The packages of $(1) could not be installed; check the connection to the package index, then run make again." >&2; exit 1; }; \
	touch $@
endef
