"""Gives the tests a real PostgreSQL and a real Redis-protocol server. Loaded by `-p`, see pyproject.toml.

A conftest would be too late: pytest-django reads the settings before it. Under xdist only the controller
starts servers, and workers inherit their addresses. DATABASE_URL and REDIS_URL in the environment win.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from quartz_site.catalogues.compiling import compile_all
from quartz_site.local.postgres import postgres
from quartz_site.local.processes import is_alive
from quartz_site.local.redis_server import redis_server

PREFIX = "quartz-tests"
SERVERS = {"DATABASE_URL", "REDIS_URL"}
# A developer's settings for running the site must not change what the tests see.
NOT_FOR_TESTS = (
    *("DEBUG", "DEMO", "SITE_URL", "ALLOWED_HOSTS", "BEHIND_PROXY", "PROXY_HOPS", "SECRET_KEY_FALLBACKS"),
    *("EMAIL_URL", "EMAIL_PROVIDER", "MAIL_FROM", "INBOUND", "REPLY_DOMAIN", "BOUNCE_DOMAIN", "IMAP_URL"),
    *("WEBHOOK_SECRET", "AUTHSERV_ID", "ADMINS", "SECURITY_CONTACT", "SIGNUP", "LOBBY_DAYS"),
    *("OUTGOING_TEST_PORTS", "VAPID_PRIVATE_KEY", "METRICS_TOKEN"),
    *("OTLP_URL", "SENTRY_DSN"),
    *("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"),
    *("SITE_NAME", "FRONT_TEXT", "HOST_NAME", "HOST_CONTACT", "PRIVACY_TEXT", "IMPRINT_TEXT"),
    "DATABASE_POOLER",
)
VAPID_KEY_FOR_TESTS = "A" * 42 + "E"

running = contextlib.ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None]:
    """Start the servers before anything reads the settings."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        os.environ["REDIS_URL"] = own_broker(os.environ["REDIS_URL"], worker)
    else:
        prepare_environment()
        keep_what_is_compiled()
        compile_all()
        start_services()
    yield


def pytest_unconfigure() -> None:
    """Stop the servers, also after Ctrl-C. If even this doesn't run, they die with the process."""
    running.close()


def prepare_environment() -> None:
    files = {f"{name}_FILE" for name in (*NOT_FOR_TESTS, "ENVIRONMENT", "SECRET_KEY", *SERVERS)}
    for name in [*os.environ]:
        if name in {*NOT_FOR_TESTS, *files} or name.startswith("ANYMAIL_"):
            del os.environ[name]
    os.environ.update(ENVIRONMENT="local", ENV_FILE=os.devnull, SECRET_KEY="a key for tests only " * 3)
    os.environ["VAPID_PRIVATE_KEY"] = VAPID_KEY_FOR_TESTS


def keep_what_is_compiled() -> None:
    """Let Python keep its bytecode, whatever the environment says: the suite starts it hundreds of times."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def own_broker(url: str, worker: str) -> str:
    """Give each xdist worker its own numbered database, so that none takes another's tasks."""
    address, _, number = url.rpartition("/")
    return f"{address}/{int(number or 0) + int(worker.removeprefix('gw')) + 1}"


def start_services() -> None:
    needed = SERVERS - set(os.environ)
    if not needed:
        return
    remove_leftovers(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}-{os.geteuid()}-{os.getpid()}-"))
    running.callback(shutil.rmtree, folder, ignore_errors=True)
    if "DATABASE_URL" in needed:
        os.environ["DATABASE_URL"] = running.enter_context(postgres(folder))
    if "REDIS_URL" in needed:
        os.environ["REDIS_URL"] = running.enter_context(redis_server(folder / "redis", keep=False))


def remove_leftovers(where: Path) -> list[Path]:
    """Remove the folders of our earlier runs that were killed; their servers died with them."""
    mine = where.glob(f"{PREFIX}-{os.geteuid()}-*")
    gone = [folder for folder in mine if not is_alive(int(folder.name.split("-")[3]))]
    for folder in gone:
        shutil.rmtree(folder, ignore_errors=True)
    return gone
