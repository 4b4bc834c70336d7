"""For which tables a test is run: every number of seats, and both ways of asking."""

from __future__ import annotations

import pytest

from games.titles.quartz_cards.rules import QUARTZ_CARDS

each_table = pytest.mark.parametrize("seats", QUARTZ_CARDS.meta.seats)
each_windows = pytest.mark.parametrize("windows", ["light", "full"])
