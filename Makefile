# Thin on purpose: the work is Python, see quartz_site/local/. The README says the same without make.

PYTHON ?= python3
PORT ?= 8000
VENV_PYTHON = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup run test nightly chaos soak scale peers check lock bench image tempo mutants screenshots fuzz audit

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1 \t/p' Makefile

setup:  ## make .venv and install everything into it
	@$(PYTHON) quartz_site/local/setup.py

run: setup  ## start the site with all it needs; Ctrl-C stops it (PORT=8001 for another port)
	@$(VENV_PYTHON) -m quartz_site.local.run --port "$(PORT)"

test: setup  ## run the whole suite on real PostgreSQL and a real Redis-protocol server (ARGS="-m quick" for an answer at once)
	@$(VENV_PYTHON) -m pytest -n 2 --dist worksteal $(ARGS)

nightly: setup  ## run whole what `make test` runs a sample of: matches, worlds, simulations; a night
	@NIGHTLY=1 $(VENV_PYTHON) -m pytest -n 2 --dist worksteal -m long $(ARGS)

chaos: setup  ## kill 500 worker groups over 10,000 mails, and race 1,000 moves against their deadlines; some 20 minutes
	@KILLS=500 MAILS=10000 RACES=1000 $(VENV_PYTHON) -m pytest tests/chaos tests/play/test_races.py $(ARGS)

soak: setup  ## play 200 matches by every door for an hour while processes are killed, then check every promise (ARGS="--minutes 5 --matches 20")
	@$(VENV_PYTHON) -m tests.soak $(ARGS)

peers: setup  ## measure beside other engines, libraries and bare code (ARGS="--only engine fold"); see docs/benchmarks.md
	@$(VENV_PYTHON) -m tools.peers $(ARGS)

scale: setup  ## break a site on seven hosts in network namespaces, and see that nothing is lost; some 6 minutes (ARGS=--pooler)
	@$(VENV_PYTHON) -m tests.scale $(ARGS)

check: setup  ## run ruff, mypy, import-linter, bandit, djade, the migrations check and the deployment check
	@$(VENV_PYTHON) -m quartz_site.local.check

lock: setup  ## write requirements/*.txt anew from pyproject.toml (ARGS=--upgrade for newer versions)
	@$(VENV_PYTHON) requirements/lock.py $(ARGS)

bench: setup  ## measure the rules on one core (ARGS="quartz --seats 4"), then the service (SERVICE="--windows 1000" or --instructions)
	@$(VENV_PYTHON) -m games.rules bench $(ARGS)
	@$(VENV_PYTHON) -m tools.bench $(SERVICE)

image: setup  ## build the image with buildah, without Docker; ARGS=try updates a running site to it (docker/README.md)
	@$(VENV_PYTHON) -m tools.image $(ARGS)

tempo: setup  ## simulate how long matches last, and write the table of docs/tempo.md (ARGS="--keep FILE" to go on later)
	@$(VENV_PYTHON) -m tests.simulation.tempo --write $(ARGS)

mutants: setup  ## change the rules of Quartz in thousands of small ways and count what no test notices (ARGS=gnomes for another game)
	@$(VENV_PYTHON) -m tools.mutants $(ARGS)

screenshots: setup  ## take a picture of every page, phone and desktop, light and dark, in each language, into docs/screenshots
	@$(VENV_PYTHON) -m pytest tests/browser/screenshots.py $(ARGS)

fuzz: setup  ## fuzz the readers of emails and credentials, ten minutes each (ARGS="replies --minutes 60"); needs requirements/security.txt
	@$(VENV_PYTHON) -m tools.fuzz $(ARGS)

audit: setup  ## look for known holes in the locked libraries (ADVISORIES=a checkout of pypa/advisory-database)
	@$(VENV_PYTHON) -m tools.audit "$(ADVISORIES)"
