"""Hypothesis profiles, and what every test that empties its tables needs.

Profiles: `default` for every run, `nightly` (HYPOTHESIS_PROFILE=nightly) for a long look.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings
from pytest_django.fixtures import validate_django_db

settings.register_profile("default", max_examples=60, deadline=None, print_blob=True, derandomize=False)
settings.register_profile("nightly", max_examples=5000, deadline=None, print_blob=True, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud that no page was looked at in a browser: among other skipped tests nobody would notice."""
    told = [str(one.longrepr[2]) for one in terminalreporter.stats.get("skipped", []) if one.longrepr]
    if missed := [why for why in told if "NO BROWSER" in why]:
        why = missed[0].removeprefix("Skipped: ")
        terminalreporter.write_line(f"{why} ({len(missed)} tests skipped)", red=True, bold=True)


def empties_tables(request: pytest.FixtureRequest) -> bool:
    """Tell whether a test commits for real, so that its tables are flushed at the end."""
    if {"transactional_db", "live_server"} & {*request.fixturenames}:
        return True
    marker = request.node.get_closest_marker("django_db")
    return marker is not None and validate_django_db(marker)[0]


@pytest.fixture(autouse=True)
def triggers_lifted_for_the_flush(request: pytest.FixtureRequest):
    """Lift what makes the database refuse, just before the flush; migrating's signal lays it anew."""
    if not empties_tables(request):
        yield
        return
    # Set up before us, so torn down after us: that is when the tables are emptied.
    request.getfixturevalue("_django_db_helper")
    from games import history, triggers

    yield
    triggers.lift()
    history.memo.clear()
