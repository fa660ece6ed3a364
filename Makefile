# make run [REQUEST="…"]   do a request on real applications, on a private desktop, and prove it
# make install             puts the command ufo on your PATH, with completion; make uninstall takes it away
# make quick               the tests that need no application, in about a minute: after each change
# make test                every mechanism, on real applications too, and make check beside it
# make test-apps           the same on every other toolkit and application, and the large ones; needs make setup-apps
# make test-windows        the tests that need no Linux, and the desktop of Windows, in a Windows Python under Wine (make setup-windows)
# make setup-minds         the pages of MiniWoB++, for the real tasks of bench/minds
# make fuzz [EXAMPLES=2000] [TESTS=tests/…]   property tests on examples that nobody tried; what it finds becomes an @example
# make setup               the set-up alone, for work on ufo itself; .venv/bin/ufo is there after it
# make bare [DEBIAN=12|13] make run and make test, twice, each time on a new Debian that has git, make and python3 only; as root
# make wheels              dist/*.whl: ufo and its extensions, for pipx and uv; make deb: dist/*.deb, all in one package for this Debian
# make try-deb             installs that package on a new Debian, does the example as an ordinary user, and removes it; as root
# make check               format, lint, types, layers, rooms, unused code, programs that no package brings, generated docs
# make bench               side-by-side measurements, printed as ratios
# make corpus              the proof on requests, works and truths in eight languages: how many are VERIFIED, and how many wrong

.DEFAULT_GOAL := help
UFO := $(CURDIR)/.venv/bin/ufo
PY := .venv/bin/python
FOLDER ?= runs/example
EXAMPLES ?= 2000
TESTS ?= tests
DEBIAN ?= 12
SAMPLE_REQUEST := Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc and save the spreadsheet as sales.ods

.PHONY: help run install uninstall quick test setup setup-tests setup-apps setup-minds test-apps fuzz bare check bench corpus docs lock
.PHONY: wheels deb try-deb setup-windows setup-windows-qt test-windows

help:
	@sed -n 's/^# \(make .*\)/\1/p' $(firstword $(MAKEFILE_LIST))

setup:
	@scripts/setup.sh run

setup-tests:
	@scripts/setup.sh test

setup-apps:
	@scripts/setup.sh apps

setup-windows:
	@scripts/setup.sh windows

setup-windows-qt: setup-windows
	@scripts/windows_python.sh qt

# Only the HTML of the package is used; its dependencies are a browser driver and a learning framework.
setup-minds: setup-tests
	.venv/bin/pip install --disable-pip-version-check --no-deps miniwob==1.1.0

install:
	@scripts/setup.sh system
	@scripts/install.sh install

uninstall:
	@scripts/install.sh uninstall

run: setup
	@mkdir -p $(FOLDER)
ifdef REQUEST
	@cd $(FOLDER) && $(UFO) run "$$REQUEST" --desktop private
else
	@cd $(FOLDER) && rm -f sales.ods && $(UFO) sample . >/dev/null && $(UFO) run "$(SAMPLE_REQUEST)" --desktop private
endif
export REQUEST

CHECKS := check-types check-format check-lint check-layers check-docs check-dead check-structure
.PHONY: $(CHECKS)

check:
	@$(MAKE) --no-print-directory -j 2 --output-sync=target $(CHECKS)

check-types:
	.venv/bin/mypy

check-dead:
	.venv/bin/vulture

check-structure:
	.venv/bin/pytest -q -n 0 --noconftest tests/structure

check-format:
	.venv/bin/ruff format --check ufo extensions tests bench scripts

check-lint:
	.venv/bin/ruff check ufo extensions tests bench scripts

check-layers:
	.venv/bin/lint-imports --no-cache

check-docs:
	$(PY) -m scripts.generate_docs --check

quick: setup-tests
	@scripts/quick.sh

test: setup-tests
	@scripts/test.sh

test-apps:
	TEST_APPS_TABLE=$(CURDIR)/runs/seen.md .venv/bin/pytest -n 0 -m 'matrix or table' --durations=15
	@echo 'what was seen: runs/seen.md'

test-windows: setup-windows
	@scripts/test_windows.sh

fuzz: setup-tests
	FUZZ_EXAMPLES=$(EXAMPLES) .venv/bin/pytest -n 2 -m hypothesis --hypothesis-profile=fuzz --timeout=0 --durations=15 $(TESTS)

bare:
	@scripts/bare.sh $(DEBIAN)

wheels: setup
	@scripts/wheels.sh

deb: setup
	@scripts/deb.sh

try-deb: deb
	@scripts/bare.sh deb dist/ufo-desktop-agent_*.deb

bench: setup-tests
	$(PY) -m bench

corpus: setup-tests
	$(PY) -m bench.corpus

docs:
	$(PY) -m scripts.generate_docs

lock:
	scripts/lock.sh
