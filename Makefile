# The two commands: `make run` opens an example rating office, `make test` checks everything. Both set themselves up.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
RUN_VENV = .venv-run
FUZZ_VENV = .venv-fuzz
PEERS_VENV = .venv-peers
AUDIT_VENV = .venv-audit
KERNEL = $(wildcard src/arpad/formats/lists/_*.[ch] src/arpad/engine/period/_*.[ch])
BUILT_CATALOGUES = src/arpad/web/locale/*/LC_MESSAGES/*.mo
BUILT_KERNEL = src/arpad/formats/lists/_line_kernel*.so src/arpad/engine/period/_game_kernel*.so
PIP_FLAGS = --quiet --disable-pip-version-check
# What Python compiled once, tests with their assertions among it, is not compiled again by every process.
unexport PYTHONDONTWRITEBYTECODE

# Every target of a plain name is a deed, not a file.
.PHONY: $(shell grep -oE '^[a-z-]+:' $(firstword $(MAKEFILE_LIST)) | tr -d :)

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

run: $(RUN_VENV)/.ready ## the example rating office in the browser, made where it is not there yet (PORT=8000)
	@$(RUN_VENV)/bin/python -m arpad.cli.example_office example-office --port $(or $(PORT),8000)

tour: $(RUN_VENV)/.ready ## the tour of the command line: rate the bundled, made-up event, explain one player, close a month of a made-up world
	@$(RUN_VENV)/bin/arpad example --write example-event
	@$(RUN_VENV)/bin/arpad check example-event/spring-open.trf --list example-event/standard_may25frl.txt
	@$(RUN_VENV)/bin/arpad rate example-event/spring-open.trf --list example-event/standard_may25frl.txt
	@$(RUN_VENV)/bin/arpad rate example-event/spring-open.trf --list example-event/standard_may25frl.txt --explain 2
	@$(RUN_VENV)/bin/arpad rate example-event/spring-open.trf --list example-event/standard_may25frl.txt -o example-event/spring-open.html
	@echo "Open example-event/spring-open.html in a browser: the page of the event."
	@echo
	@rm -rf example-book
	@$(RUN_VENV)/bin/arpad book world example-book --players 3000 --months 1 --seed 7
	@$(RUN_VENV)/bin/arpad period close example-book 2026-11
	@echo "The list: example-book/published/2026-11/list.txt"
	@echo "Open example-book/published/2026-11/integrity.html in a browser: the watch over the scale."

test: lint tests wheel-test ## lint, all tests, and the built wheel tried

# The checks of `make lint`, of which two run at a time, the longest first; each prints what it has to say in one go.
CHECKS = mypy bandit ruff format imports syntax-trees provision-reads reference register law-tables worked-examples catalogue rooms stages
check-mypy = mypy
check-bandit = bandit --quiet --configfile pyproject.toml --recursive src -ll
check-ruff = ruff check .
check-format = ruff format --check .
check-imports = lint-imports
check-syntax-trees = python tools/check_syntax_trees.py
check-provision-reads = python tools/provision_reads.py
check-reference = python tools/write_reference.py --check
check-register = python tools/write_register.py --check
check-law-tables = python tools/write_law_tables.py --check
check-worked-examples = python tools/write_worked_examples.py --check
check-catalogue = python tools/write_catalogue.py --check
check-rooms = python tools/draw_rooms.py --check
check-stages = python tools/draw_stages.py --check

lint: $(VENV)/.ready ## ruff, mypy, import contracts, bandit, syntax-tree checks, reads of provisions, fresh reference pages and catalogue
	@$(MAKE) --no-print-directory --keep-going --jobs=2 $(if $(findstring output-sync,$(.FEATURES)),--output-sync) \
	  $(CHECKS:%=check/%)

check/%: $(VENV)/.ready
	$(BIN)/$(check-$*)

tests: $(VENV)/.ready test-programs
	$(BIN)/pytest -n auto --dist worksteal

test-programs: $(VENV)/.ready ## Chromium and PostgreSQL, which some tests need, by apt-get where that may be done
	@$(BIN)/python tools/test_programs.py

test-browser: $(VENV)/.ready test-programs ## every page of the office and of the site in Chromium, on a telephone and on a desk, and its stories
	ARPAD_BROWSER=all $(BIN)/pytest tests/web/test_browser_pages.py tests/web/test_browser_story.py \
	  tests/web/test_browser_event_life.py tests/web/event_stories.py tests/web/event_story_under_fide.py \
	  tests/web/test_browser_site.py

wheel-test: $(VENV)/.ready ## the built wheel, with the kernel and without it: commands, vectors, a golden book, without src/
	$(BIN)/python tools/test_wheel.py

bench: $(VENV)/.ready ## the ratios of bench/, in one run
	$(BIN)/python bench/run.py

bench-trf: $(VENV)/.ready ## reading a tournament report, against a bare pass and against py4swiss
	$(BIN)/python bench/trf_reading.py

bench-events: $(VENV)/.ready ## rating reports: a large open, a thousand small files, an open against the list of the world
	$(BIN)/python bench/rating_events.py

bench-lists: $(VENV)/.ready ## the ratios of rating lists, on a made-up list of the world
	$(BIN)/python bench/rating_lists.py

bench-writing: $(VENV)/.ready ## TXT and XML of a made-up list, by the kernel and without it, against a bare write()
	$(BIN)/python bench/list_writing.py

bench-period-json: $(VENV)/.ready $(PEERS_VENV)/.ready ## a period against a bare NumPy pass and libraries of plain Elo; bench/results-period.json
	$(BIN)/python bench/period.py

bench-period: $(VENV)/.ready $(PEERS_VENV)/.ready ## the same, growing numbers of games and players
	$(BIN)/python bench/period.py --all

bench-month: $(VENV)/.ready ## a month of FIDE's size to TXT, XML, tables and pages, with the kernel and without; opening many lists
	$(BIN)/python bench/month.py

bench-replay: $(VENV)/.ready ## what a month of a replay of 120 months costs, in closes and by the game
	$(BIN)/python bench/replay.py

bench-replay-fide: $(VENV)/.ready ## the same at FIDE's size, with memory and disk after every month
	$(BIN)/python bench/replay.py --fide

bench-preview: $(VENV)/.ready ## the preview of an open period after one report more, at FIDE's size (BOOK=… a world that is there)
	$(BIN)/python bench/preview.py

bench-verify: $(VENV)/.ready ## a month of FIDE's size verified on all cores; bench/results-verify.json
	$(BIN)/python bench/verify.py

bench-office: $(VENV)/.ready test-programs ## an office of FIDE's size on both databases: import, close, publish, pages; bench/results-office.json
	$(BIN)/python bench/office.py

bench-site: $(VENV)/.ready test-programs ## the public site at FIDE's size on both databases: searching, pages, 200 visitors, downloads; bench/results-site.json
	$(BIN)/python bench/site.py

bench-in-turns: $(VENV)/.ready ## two checkouts in turns, the median of nine (OLD=… NEW=… folders, each with its .venv)
	$(BIN)/python bench/in_turns.py $(OLD) $(NEW)

deep: $(VENV)/.ready ## every property test with 5,000 examples, from one seed (SEED=…); hours; bench/results-deep.json
	$(BIN)/python tools/deep_run.py $(if $(SEED),--seed $(SEED))

kills: $(VENV)/.ready ## commands on a book killed at many moments (KILLS=84 for each command); bench/results-kills.json
	$(BIN)/python tools/kills.py --kills $(or $(KILLS),84)

office-kills: $(VENV)/.ready test-programs ## deeds of an office killed at many moments, KILLS=34 of each on each database; bench/results-office-kills.json
	$(BIN)/python tools/office_kills.py --kills $(or $(KILLS),34)

office-years: $(VENV)/.ready ## two years of the made-up office, list by list, beside the same book closed by commands
	$(BIN)/python tools/office_years.py

office-pictures: $(VENV)/.ready test-programs ## pictures of the office's main pages, 390 and 1280 pixels wide, to look at (FOLDER=pictures)
	$(BIN)/python tools/office_pictures.py $(or $(FOLDER),pictures)

site-pictures: $(VENV)/.ready test-programs ## pictures of the fifteen main pages of the public site, 390 and 1280 pixels wide, to look at (FOLDER=pictures)
	$(BIN)/python tools/site_pictures.py $(or $(FOLDER),pictures)

receipts: $(VENV)/.ready ## receipts of RECEIPTS=1000 player-periods of the example office, computed again by `arpad player`
	$(BIN)/python tools/receipts.py --count $(or $(RECEIPTS),1000)

power-loss: $(VENV)/.ready ## losses of power at every moment of every command, LOSSES=12 states of each; the book must stay whole
	ARPAD_POWER_LOSSES=$(or $(LOSSES),12) $(BIN)/pytest -n auto --dist worksteal tests/book/test_power_loss.py

mutants: $(VENV)/.ready ## break what carries each tested row of the register out; its tests must fail
	$(BIN)/python tools/mutants/run.py

fuzz: $(FUZZ_VENV)/.ready ## coverage-guided fuzzing of the readers, FUZZ_SECONDS=60 for each target
	PYTHONPATH=src $(FUZZ_VENV)/bin/python tools/fuzz/run.py

fuzz-million: $(VENV)/.ready ## INPUTS=1000000 in process, COMMANDS=2000 through the command; bench/results-fuzz.json
	$(BIN)/python tools/fuzz/million.py --inputs $(or $(INPUTS),1000000) --commands $(or $(COMMANDS),2000)

audit: $(AUDIT_VENV)/.ready ## known weaknesses of the pinned packages; one that could not be audited is a failure
	$(AUDIT_VENV)/bin/python tools/audit.py $(AUDIT_VENV)/bin/pip-audit

docs: $(VENV)/.ready ## write the generated reference pages
	$(BIN)/python tools/write_reference.py
	$(BIN)/python tools/write_register.py
	$(BIN)/python tools/write_law_tables.py
	$(BIN)/python tools/write_worked_examples.py
	$(BIN)/python tools/write_catalogue.py
	$(BIN)/python tools/draw_rooms.py
	$(BIN)/python tools/draw_stages.py
	$(BIN)/python tools/provision_reads.py --write

pins: ## compile requirements/*.txt anew, with hashes and without index addresses
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/pip install $(PIP_FLAGS) pip-tools
	for name in dev run fuzz peers audit; do .venv-pins/bin/pip-compile --quiet --generate-hashes --no-emit-options \
	  --strip-extras --allow-unsafe --no-header -o requirements/$$name.txt requirements/$$name.in; done

clean: ## remove what make made
	rm -rf .venv .venv-run .venv-pins .venv-wheel .venv-fuzz .venv-peers .venv-audit .fuzz .deep .kills dist build src/*.egg-info $(BUILT_KERNEL) $(BUILT_CATALOGUES) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# The kernel is built into src/ where a compiler is at hand, and again when its source changes.
$(VENV)/.ready: requirements/dev.txt pyproject.toml setup.py $(KERNEL)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "arpad needs Python 3.11 or later; set PYTHON=…"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install $(PIP_FLAGS) --require-hashes -r requirements/dev.txt
	rm -f $(BUILT_KERNEL)
	$(BIN)/pip install $(PIP_FLAGS) --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(RUN_VENV)/.ready: requirements/run.txt pyproject.toml setup.py $(shell find src -type f -not -name '*.pyc' -not -name '*.so' -not -path '*.egg-info/*')
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "arpad needs Python 3.11 or later; set PYTHON=…"; exit 1; }
	@$(PYTHON) -m venv $(RUN_VENV)
	@$(RUN_VENV)/bin/pip install $(PIP_FLAGS) --require-hashes -r requirements/run.txt
	@rm -rf build
	@$(RUN_VENV)/bin/pip install $(PIP_FLAGS) --no-deps --no-build-isolation --force-reinstall .
	@touch $@

$(FUZZ_VENV)/.ready: requirements/fuzz.txt
	@$(PYTHON) -m venv $(FUZZ_VENV)
	@$(FUZZ_VENV)/bin/pip install $(PIP_FLAGS) --require-hashes -r requirements/fuzz.txt
	@touch $@

$(PEERS_VENV)/.ready: requirements/peers.txt
	@$(PYTHON) -m venv $(PEERS_VENV)
	@$(PEERS_VENV)/bin/pip install $(PIP_FLAGS) --require-hashes -r requirements/peers.txt
	@touch $@

$(AUDIT_VENV)/.ready: requirements/audit.txt
	@$(PYTHON) -m venv $(AUDIT_VENV)
	@$(AUDIT_VENV)/bin/pip install $(PIP_FLAGS) --require-hashes -r requirements/audit.txt
	@touch $@
