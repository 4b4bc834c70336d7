"""What the other tests of this folder rely on: who is killed is dead, however soon after the start."""

from __future__ import annotations

import pytest

from tests.chaos.yard import yard
from tests.kit.at_once import needs_postgres

pytestmark = [needs_postgres, pytest.mark.django_db(transaction=True)]


def test_whoever_is_killed_is_gone_however_soon_after_the_start(tmp_path):
    with yard(tmp_path, "redis://127.0.0.1:1/0", 1, CHAOS_TABLES="none") as site:
        for _ in range(20):
            player = site.start("player")
            site.kill(player)
            assert not site.lives(player)
