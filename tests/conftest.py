"""Hypothesis profiles, and how tables are emptied.

Profiles: `default` for every run, `nightly` (HYPOTHESIS_PROFILE=nightly) for a long look.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("default", max_examples=60, deadline=None, print_blob=True, derandomize=False)
settings.register_profile("nightly", max_examples=5000, deadline=None, print_blob=True, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest, a run of its own: begun near the end, one worker would wait for the other."""
    items.sort(key=lambda item: "test_sqlite.py" not in item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud that no page was looked at in a browser: among other skipped tests nobody would notice."""
    told = [str(one.longrepr[2]) for one in terminalreporter.stats.get("skipped", []) if one.longrepr]
    if missed := [why for why in told if "NO BROWSER" in why]:
        why = missed[0].removeprefix("Skipped: ")
        terminalreporter.write_line(f"{why} ({len(missed)} tests skipped)", red=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def tables_emptied_quickly():
    """Empty tables in our own way after each test that commits for real."""
    from django.test import TransactionTestCase

    from tests import emptying

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", emptying.empty)
        yield
