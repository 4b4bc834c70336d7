"""Hypothesis profiles, luck, and how tables are emptied.

Profiles: `default` has the same examples each time, `nightly` more of them, and others each night.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator
from types import SimpleNamespace

import jinja2
import pytest
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings

from tests.kit import called_in_templates, durations, nightly
from tests.kit.fixtures import a_door, cold, environ, log, noon, soon  # noqa: F401  (fixtures for all)
from tests.kit.waiting import LONG

collect_ignore = ["planted"]  # a game that tests/titles/test_a_new_game.py adds to a copy of the checkout

timeless = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", timeless, max_examples=60, derandomize=True)
settings.register_profile("nightly", timeless, max_examples=600, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", nightly.more("default", "nightly")))

luck = random.Random()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-durations", action="store_true", help="write tests/durations.json anew")


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if config.getoption("--keep-durations") and not is_worker:
        config.pluginmanager.register(durations.Keeping())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is quick, and what is long at night, before `-m` looks at the marks."""
    durations.arrange(items, durations.kept())
    nightly.mark_long(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud what wasn't tried for want of a program: among other skipped tests nobody would notice."""
    told = [str(one.longrepr[2]) for one in terminalreporter.stats.get("skipped", []) if one.longrepr]
    for lacking in ("NO BROWSER", "NO POOLER", "NO NETWORK"):
        if missed := [why for why in told if lacking in why]:
            why = missed[0].removeprefix("Skipped: ")
            terminalreporter.write_line(f"{why} ({len(missed)} tests skipped)", red=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def luck_that_can_be_repeated() -> Iterator[None]:
    """Let this process draw its secrets, salts and ids from `luck`: a test that fails does so again."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "token_bytes", lambda size=None: luck.randbytes(size or 32))
        patched.setattr(os, "urandom", luck.randbytes)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin each test with the luck of its own name; LUCK=2 looks whether it passes with another's too.

    And in nobody's language and zone: those of the last page that was asked for stay with the thread.
    """
    luck.seed(os.environ.get("LUCK", "") + item.nodeid)
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Let fifty threads wait for their turn with a connection, however slow the machine is.

    And let a transaction wait for its test, which is one.
    """
    from django.conf import settings

    options = settings.DATABASES["default"].get("OPTIONS", {})
    if "pool" in options:
        options |= {"pool": options["pool"] | {"timeout": LONG}, "connect_timeout": LONG}
        options["options"] += " -c idle_in_transaction_session_timeout=0"


@pytest.fixture(scope="session", autouse=True)
def stints_that_do_not_hurry() -> Iterator[None]:
    """Stop the clock by which a sweep leaves the rest to the next: a slow machine would do less in one."""
    from games.infra import time_budget
    from games.play import deadlines

    with pytest.MonkeyPatch.context() as patched:
        for module in (deadlines, time_budget):
            patched.setattr(module, "time", SimpleNamespace(monotonic=lambda: 0.0))
        yield


@pytest.fixture(scope="session", autouse=True)
def methods_called_in_templates() -> Iterator[None]:
    """Fail when a template names a method and doesn't call it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jinja2.Environment, "getattr", called_in_templates.strictly)
        patched.setattr(jinja2.runtime.Context, "resolve_or_missing", called_in_templates.strict_names)
        yield


@pytest.fixture(scope="session", autouse=True)
def tables_emptied_quickly():
    """Empty tables in our own way after each test that commits for real."""
    from django.test import TransactionTestCase

    from tests.kit import emptying

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", emptying.empty)
        yield
