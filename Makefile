# Everything runs in a virtual environment of this checkout; only Python and a C++ compiler are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Plain `pip install --group` needs pip 25.1; older bootstraps get it first.
PIP := $(BIN)/python -m pip --disable-pip-version-check
CPP := $(shell find cpp -name '*.h' -o -name '*.cpp' -o -name '*.inc') CMakeLists.txt
SANITIZED := .venv-sanitize
DOCS := .venv-docs
# Of the build, as pip takes them: SETTINGS="-C cmake.define.KATACHI_PLAIN=ON"
SETTINGS ?=
# Of the tests. For two processors: many tests wait for a clock or another process.
WORKERS ?= 4
# Tests start hundreds of processes. Each would compile all of katachi again where nothing is cached.
export PYTHONDONTWRITEBYTECODE :=
# Elsewhere the clang-tidy of PyPI does not find the headers of the system.
TIDY := $(if $(filter Linux,$(shell uname)),tidy)

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types format stubs sanitize tsan tidy bench clean settings reference book docs docs-serve

help:  ## Show this help
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -q --upgrade 'pip>=25.1'
	touch $@

$(VENV)/.tools: $(VENV)/.created pyproject.toml
	$(PIP) install -q --group build --group test
	touch $@

$(VENV)/.lint: $(VENV)/.tools
	$(PIP) install -q --group lint
	touch $@

# Rebuilt when the core changes; Python files are used in place.
$(VENV)/.installed: $(VENV)/.tools $(CPP)
	$(PIP) install -q --no-build-isolation $(SETTINGS) -e .
	touch $@

demo: $(VENV)/.installed  ## Build, then show what katachi does
	$(BIN)/katachi demo

test: $(VENV)/.installed  ## Build, then run the whole test suite
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

lint: $(VENV)/.installed $(VENV)/.lint  ## Style, formats, spelling, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(filter-out CMakeLists.txt,$(CPP))
	$(BIN)/codespell
	$(BIN)/lint-imports --no-cache

# mypy.stubtest cannot look into nanobind's functions; tests/test_documents.py compares the committed
# stub with a fresh one instead.
types: $(VENV)/.installed $(VENV)/.lint  ## Types of Python
	$(BIN)/mypy

check: lint types $(TIDY) test  ## All of it: what a change must pass

format: $(VENV)/.lint  ## Format everything
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter-out CMakeLists.txt,$(CPP))

stubs: $(VENV)/.installed  ## Write the stub of the core anew
	$(BIN)/python -m nanobind.stubgen -m katachi._core -o src/katachi/_core.pyi

settings: stubs  ## Write the settings of the search and their page anew, from the declarations of its parts
	$(BIN)/python docs/reference/write_settings.py

reference: settings  ## Write the generated pages of the reference anew: settings and commands
	$(BIN)/python docs/reference/write_commands.py

book: $(VENV)/.installed  ## Write the book of the five papers anew, from the results under experiments/
	$(BIN)/python docs/papers/write_pages.py
	$(BIN)/python docs/papers/write_results.py

# An environment of its own: the site is made from sources alone, without the core.
$(DOCS)/.tools: pyproject.toml
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip --disable-pip-version-check install -q --upgrade 'pip>=25.1'
	$(DOCS)/bin/python -m pip --disable-pip-version-check install -q --group docs
	touch $@

docs: $(DOCS)/.tools  ## Build the site into build/site, strictly: no broken link, no page outside the navigation
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict

docs-serve: $(DOCS)/.tools  ## Show the site on this machine, built again at every change
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs serve

# The same tests on a build with address and undefined-behaviour sanitizers and asserts.
# Dependencies come from the ordinary environment, katachi from this one.
$(SANITIZED)/.installed: $(VENV)/.installed $(CPP) $(shell find src -name '*.py')
	$(PYTHON) -m venv $(SANITIZED)
	$(SANITIZED)/bin/python -c "import sysconfig, pathlib; \
	  pathlib.Path(sysconfig.get_path('purelib'), 'tools.pth').write_text( \
	  sysconfig.get_path('purelib').replace('$(SANITIZED)', '$(VENV)'))"
	$(VENV)/bin/python -m pip --disable-pip-version-check --python $(SANITIZED)/bin/python install -q \
	  --no-build-isolation --no-deps --force-reinstall . \
	  -C cmake.define.KATACHI_SANITIZE=ON -C cmake.build-type=Debug -C build-dir=build/sanitize
	touch $@

sanitize: $(SANITIZED)/.installed  ## The same tests under address and undefined-behaviour sanitizers
	KATACHI_SANITIZED=1 ASAN_OPTIONS=detect_leaks=0 \
	  LD_PRELOAD="$$($${CXX:-g++} -print-file-name=libasan.so) $$($${CXX:-g++} -print-file-name=libubsan.so)" \
	  $(SANITIZED)/bin/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

# The core without Python, and a program that uses it with two to eight threads.
RACES := build/tsan/katachi_races
$(RACES): $(VENV)/.tools $(CPP)
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/tsan -G Ninja -D CMAKE_BUILD_TYPE=Debug -D KATACHI_TSAN=ON
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/tsan
	touch $@

tsan: $(RACES)  ## Searches, playouts and learning of every game under the thread sanitizer
	$(RACES)

# Two minutes of work, so it runs again only if the core or its own settings have changed.
$(VENV)/.tidied: $(VENV)/.installed $(VENV)/.lint .clang-tidy
	$(BIN)/python $(BIN)/run-clang-tidy.py -clang-tidy-binary $(BIN)/clang-tidy \
	  -p $$(ls -d build/cp* | head -1) -j 2 -quiet "^$(CURDIR)/cpp/"
	touch $@

tidy: $(VENV)/.tidied  ## clang-tidy over the whole core

bench: $(VENV)/.installed  ## Speed of every game, and the signature of behaviour
	$(BIN)/katachi bench

clean:  ## Remove environments and builds
	rm -rf $(VENV) $(SANITIZED) $(DOCS) build dist
