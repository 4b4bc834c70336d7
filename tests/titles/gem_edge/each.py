"""For which tables a test is run: every number of seats, and both ways of asking."""

from __future__ import annotations

import pytest

from games.titles.gem_edge.rules import GEM_EDGE

each_table = pytest.mark.parametrize("seats", GEM_EDGE.meta.seats)
each_windows = pytest.mark.parametrize("windows", ["light", "full"])
