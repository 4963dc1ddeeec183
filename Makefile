# `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := build

PREFIX ?= /usr/local
DESTDIR ?=
PYTHON ?= python3

# The importer of a module must be declared in the manifest, so that Package.swift shows every edge.
STRICT := --explicit-target-dependency-import-check error
# The installed command needs no Swift toolchain, and starts in a third of the time.
RELEASE := -c release --static-swift-stdlib $(STRICT)

BIN := .build/release
JOURNAL := $(CURDIR)/$(BIN)/journal
VENV := .venv
SWIFT_SOURCES := Sources Tests Templates Package.swift $(wildcard Examples/*/Sources Examples/*/Package.swift)
PYTHON_SOURCES := Tests Benchmarks SampleImports scripts
DEMO_SAMPLE ?= $(firstword $(wildcard SampleImports/dayone-trip/*.zip) SampleImports/dayone-trip)

# A crash prints one line; the backtracer would take minutes on a small machine.
export SWIFT_BACKTRACE ?= enable=no

.PHONY: help deps test-deps bench-deps build deb manual test unit-test tsan coverage acceptance examples demo check \
        format lint layers bench soak docs install uninstall clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install what building and the demo need (needs root or sudo only when something is missing)
	@scripts/packages.sh scripts/packages/build.txt
	@scripts/require-swift.sh

test-deps: deps ## Install the outside judges of the tests too
	@scripts/packages.sh scripts/packages/test.txt
	@scripts/python-environment.sh $(VENV) Tests/Judges/requirements.txt

bench-deps: test-deps ## Install the programs that the benchmarks compare with
	@scripts/packages.sh scripts/packages/bench.txt
	@scripts/python-environment.sh $(VENV)/bench Benchmarks/requirements.txt

build: ## Build the command: .build/release/journal
	swift build $(RELEASE)

test: test-deps ## Run every test: Swift, acceptance with outside judges, examples
	@$(MAKE) --no-print-directory unit-test
	@$(MAKE) --no-print-directory build
	@$(MAKE) --no-print-directory acceptance examples

unit-test: ## Run the Swift tests only
	swift test $(STRICT)

tsan: deps ## Run the Swift tests under the thread sanitizer
	swift test --sanitize=thread --scratch-path .build/tsan

coverage: deps ## Run the Swift tests and show which lines they reach, by file
	swift test --enable-code-coverage --scratch-path .build/coverage
	@scripts/coverage.sh .build/coverage

acceptance: ## Run the acceptance checks on the built command
	JOURNAL=$(JOURNAL) PATH=$(CURDIR)/$(VENV)/bin:$$PATH $(PYTHON) Tests/Acceptance/run.py

examples: ## Build and run the example front ends
	@scripts/examples.sh

demo: deps build ## From a sample export to a store and two books, in demo/
	@scripts/demo.sh $(JOURNAL) $(DEMO_SAMPLE) demo

check: lint layers test docs ## Everything that must pass before a commit

format: test-deps ## Rewrite the sources in the project's format
	swift format format --in-place --parallel -r $(SWIFT_SOURCES)
	$(VENV)/bin/ruff format --quiet $(PYTHON_SOURCES)

lint: test-deps ## Report what `format` would change, and what it cannot
	swift format lint --strict --parallel -r $(SWIFT_SOURCES)
	$(VENV)/bin/ruff check --quiet $(PYTHON_SOURCES)
	$(VENV)/bin/ruff format --check --quiet $(PYTHON_SOURCES)
	$(PYTHON) scripts/manual_page.py --check docs/man/journal-format.5

layers: ## Check who imports whom, and where `public` stands
	@$(PYTHON) scripts/layers.py --self-test
	@$(PYTHON) scripts/layers.py .

bench: bench-deps build ## Compare speed and memory with other programs
	@PATH=$(CURDIR)/$(VENV)/bench/bin:$$PATH $(PYTHON) Benchmarks/run.py --journal $(JOURNAL)

soak: test-deps build ## The acceptance checks in their long form
	JOURNAL=$(JOURNAL) PATH=$(CURDIR)/$(VENV)/bin:$$PATH $(PYTHON) Tests/Acceptance/run.py --long

docs: deps ## Build the reference of the library in .build/docs-out/site
	@scripts/docs.sh

install: ## Install under DESTDIR/PREFIX what `build` made
	@scripts/install.sh "$(BIN)" "$(DESTDIR)" "$(PREFIX)"

deb: test-deps build ## Make a Debian package of the command in .build/deb
	@bash scripts/deb.sh "$(BIN)" .build/deb

manual: ## Make docs/cli.md and docs/man from the program's tables and the documents
	@$(JOURNAL) __generate markdown docs
	@$(PYTHON) scripts/manual_page.py docs/man/journal-format.5

uninstall: ## Remove what `install` put there; journals are never touched
	@scripts/uninstall.sh "$(DESTDIR)" "$(PREFIX)"

clean: ## Remove build products and the demo
	rm -rf .build .build-* demo Examples/*/.build $(VENV)
