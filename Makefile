# `make lab` and `make test` are all that a fresh machine with Python 3.11+ and make needs.
#
# Variables:  PYTHON=python3.12   the interpreter to make the environment with
#             INSTALLER=pip       leave uv out
#             ARGS="..."          handed on to JupyterLab, the pages or pytest

VENV := .venv
BIN := $(VENV)/bin
# Both stamps are written last, so that an interrupted attempt is made again.
CREATED := $(VENV)/created.stamp
INSTALLED := $(VENV)/installed.stamp

export PYTHON INSTALLER
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# None of these of the caller's may reach into the environment. Without byte code that is kept, as
# many a container asks for, each of the hundreds of processes reads all its libraries' sources again.
unexport PYTHONHOME PYTHONPATH PIP_TARGET PIP_USER VIRTUAL_ENV PYTHONDONTWRITEBYTECODE

FAST := not slow and not notebook and not browser
WORKERS := --numprocesses=auto --maxprocesses=4
# In which order tests begin is said in conftest.py.
PARALLEL := $(WORKERS) --dist=worksteal

.PHONY: help lab app test check static warm bench docs pictures lock clean

help:
	@echo "make lab     install, and open JupyterLab on the notebooks"
	@echo "make app     install, and open the explorers as pages without code"
	@echo "make test    install, and run every check"
	@echo "make check   install, and run the fast half of the checks"
	@echo "make bench   measure speed"
	@echo "make docs    make the pages of docs, with the reference, in docs/build"
	@echo "make pictures make the pictures of the pages and of the gallery again (needs Chromium)"
	@echo "make lock    choose the newest versions again for requirements.lock"
	@echo "make clean   remove the environment and what tools left behind"

$(CREATED): tools/environment.sh requirements-uv.lock
	@sh tools/environment.sh create $(VENV)
	@touch $@

$(INSTALLED): $(CREATED) pyproject.toml requirements.lock
	@sh tools/environment.sh install $(VENV)
	@touch $@

lab: $(INSTALLED)
	$(BIN)/neuroanalysis lab $(ARGS)

app: $(INSTALLED)
	$(BIN)/neuroanalysis app $(ARGS)

static: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# What the tests call is compiled first, each kernel once, by two processes; meanwhile mypy, which is
# one process, finds out what it can.
test: $(INSTALLED)
	@$(MAKE) --no-print-directory --jobs=2 static warm
	$(BIN)/python -m pytest $(PARALLEL) $(ARGS)

warm: $(INSTALLED)
	$(BIN)/python -m tests.kernel_census warm

check: static
	$(BIN)/python -m pytest $(PARALLEL) -m "$(FAST)" $(ARGS)

bench: $(INSTALLED)
	$(BIN)/python -m pytest tests/benchmarks --benchmark-enable --benchmark-only $(ARGS)

docs: $(INSTALLED)
	$(BIN)/python -m sphinx --fail-on-warning --keep-going -b html docs docs/build $(ARGS)

pictures: $(INSTALLED)
	$(BIN)/python tools/thumbnails.py
	$(BIN)/python tools/pictures.py

# From the public index alone: what this machine adds to it would not be there on another.
COMPILE := env -u UV_INDEX -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS $(BIN)/uv pip compile --quiet \
    --no-config --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

lock: $(CREATED)
	@test -x $(BIN)/uv || { echo "make lock needs uv: make clean, then try again." >&2; exit 1; }
	$(COMPILE) --extra test --extra bench --extra distributed --extra app --extra docs \
	    pyproject.toml -o requirements.lock.new
	echo uv | $(COMPILE) - -o requirements-uv.lock.new
	@for lock in requirements.lock requirements-uv.lock; do \
	    if cmp -s $$lock.new $$lock; then rm $$lock.new; else mv $$lock.new $$lock; fi; done

clean:
	rm -rf $(VENV) .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf build dist docs/build docs/reference
