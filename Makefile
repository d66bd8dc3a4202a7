# Two commands are for everybody: `make demo` plays, `make test` tests. `make help` lists the others.

SHELL := bash
VENV := .venv
BIN := $(VENV)/bin
GAME := riff_in_time
LOCALE := fr
BABEL := $(BIN)/python -m babel.messages.frontend -q
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# `make mutants professor_evil` reads as `make mutants GAME=professor_evil`.
ifeq (mutants,$(firstword $(MAKECMDGOALS)))
ifneq (,$(word 2,$(MAKECMDGOALS)))
GAME := $(word 2,$(MAKECMDGOALS))
$(eval $(GAME):;@:)
endif
endif

# Collect the sentences of one catalogue, as its mapping says, and compile what is translated of them.
define translations
	$(BABEL) extract --mapping $(2) $(3) --output $(VENV)/$(1).pot .
	$(BABEL) update --domain $(1) --input-file $(VENV)/$(1).pot --output-dir companion/locale \
		--locale $(LOCALE) --init-missing --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BABEL) compile --domain $(1) --directory companion/locale
endef

.DEFAULT_GOAL := help
.PHONY: help demo test lint rules tests mutants bench bench-vision phones lighthouse schemathesis screens locale train

help:  ## List these commands.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

demo: $(VENV)/installed  ## Install what is missing and start the demo; it prints the address to open.
	$(BIN)/companion demo $(ARGS)

test: lint rules tests  ## Install all that the tests need, then lint, rules and tests.

lint: $(VENV)/installed-dev  ## Check style and types.
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/mypy tests/tools

rules: $(VENV)/installed-dev  ## List each rule of each game with the number of tests that name it.
	$(BIN)/python tests/tools/rules.py

tests: $(VENV)/browser  ## Run the tests alone (ARGS="-k undo" passes pytest what it should know).
	$(BIN)/pytest $(ARGS)

mutants: $(VENV)/installed-dev  ## Break a game's rules on purpose and count what its tests notice: make mutants GAME=riff_in_time (ALL=1 for all).
	$(BIN)/python tests/tools/mutants.py $(GAME) $(if $(ALL),--all) $(ARGS)

bench: $(VENV)/installed-dev  ## Measure answers a second, with the journal off and on.
	$(BIN)/python tests/tools/bench.py $(ARGS)

bench-vision: $(VENV)/installed-dev  ## Measure how well and how fast dice are read: make bench-vision PHOTOS=folder (with a labels.csv).
	$(BIN)/python -m tests.benchmarks.bench_vision $(if $(PHOTOS),--photos "$(PHOTOS)") $(ARGS)

phones: $(VENV)/installed-dev  ## Measure thirty phones at one table, and clients that never read (three minutes).
	$(BIN)/python -m tests.benchmarks.phones $(ARGS)

lighthouse: $(VENV)/browser  ## Let Lighthouse judge the play page of each game (needs Node.js).
	$(BIN)/python -m tests.tools.lighthouse $(ARGS)

schemathesis: $(VENV)/installed-dev  ## Send a table what its description allows and forbids (CASES=5000).
	$(BIN)/python -m tests.tools.description --cases $(or $(CASES),5000) $(ARGS)

screens: $(VENV)/browser  ## Take the pictures of the documentation anew.
	$(BIN)/python -m tests.system.screenshots

locale: $(VENV)/installed-dev  ## Collect the sentences that people see and the rules' texts; compile their translations (LOCALE=fr).
	$(call translations,companion,babel.cfg,--no-location --sort-output)
	$(call translations,rules,babel-rules.cfg,--add-location file)

train: $(VENV)/installed-dev  ## Train the dice reader anew (hours; ARGS="--help" says how).
	$(BIN)/pip install --quiet --editable ".[train]"
	for net in spots d6 tops; do $(BIN)/python -m vision.training $$net $(ARGS) || exit 1; done
	$(BIN)/python -m vision.training.marks
	$(BIN)/python -m vision.training.marks.numerals

$(VENV)/installed: pyproject.toml
	@tests/tools/install.sh $(VENV)
	@touch $@

$(VENV)/installed-dev: pyproject.toml
	@tests/tools/install.sh $(VENV) dev
	@touch $@ $(VENV)/installed

$(VENV)/browser: $(VENV)/installed-dev
	$(BIN)/python tests/tools/browser.py
	@touch $@
