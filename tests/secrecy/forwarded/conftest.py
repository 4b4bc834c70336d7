"""What tests of emails that are passed on share: the toy can be played too, and replies are taken."""

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
