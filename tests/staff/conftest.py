"""A match to look into, some moves old, at noon."""

from __future__ import annotations

import pytest

from games.models import Match
from tests.kit.cast import match_of
from tests.kit.play_people import play_on


@pytest.fixture
def found(noon) -> Match:
    made = match_of()
    play_on(made, 4)
    made.refresh_from_db()
    return made
