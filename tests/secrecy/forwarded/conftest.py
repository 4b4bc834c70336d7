"""Fixtures for tests of forwarded emails: the toy is in the catalogue, and replies are accepted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules import catalogue
from tests.kit.cast import at
from tests.toy import MAGPIES


@pytest.fixture(autouse=True)
def any_game(settings, monkeypatch) -> Iterator[None]:
    settings.REPLY_DOMAIN = "reply.example.org"
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, MAGPIES))
    with at():
        yield
