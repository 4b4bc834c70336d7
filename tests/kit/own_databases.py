"""Databases of our own on the PostgreSQL of the tests, for processes that migrate or restore them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.kit.commands import Own


@dataclass
class OwnDatabases:
    """Made when they are needed, and dropped together."""

    server: str
    made: list[str] = field(default_factory=list)

    def execute(self, statement: str) -> None:
        with closing(psycopg.connect(self.server, autocommit=True)) as connection:
            connection.execute(statement.encode())

    def make(self) -> Own:
        name = f"own_{os.getpid()}_{len(self.made)}"
        self.execute(f"DROP DATABASE IF EXISTS {name}")  # of a run that was killed, on a server that is kept
        self.execute(f"CREATE DATABASE {name}")
        self.made.append(name)
        return Own(urlunsplit(urlsplit(self.server)._replace(path=f"/{name}")))

    def drop_all(self) -> None:
        for name in self.made:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def own_databases() -> Iterator[OwnDatabases]:
    """Give databases on the server of the tests; skip a test that is run without one."""
    url = os.environ["DATABASE_URL"]
    if not url.startswith("postgres"):
        pytest.skip("NO PostgreSQL HERE: what is tried on it was NOT run")
    made = OwnDatabases(url)
    try:
        yield made
    finally:
        made.drop_all()
