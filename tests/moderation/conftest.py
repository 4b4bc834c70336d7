"""A match to look into, some moves old, at noon."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.models import Match
from tests.play.people import play_on
from tests.views.cast import NOON, at, match_of


@pytest.fixture
def noon() -> Iterator[None]:
    with at(NOON):
        yield


@pytest.fixture
def found(noon) -> Match:
    made = match_of()
    play_on(made, 4)
    made.refresh_from_db()
    return made
