"""A whole match of the card game, played through the forms as they are rendered, and nothing else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import history, play
from games.models import MatchStatus
from games.tables import open_table
from tests.views.cast import NOON, Page, address, at, browser, filled, person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MOST = 1500


@pytest.mark.parametrize("windows", ["light", "full"])
def test_two_people_play_to_the_end(windows):
    people = [person("alice"), person("bob")]
    found = open_table("quartz_cards", people, [], now=NOON, secret=bytes(32), options={"windows": windows})
    play.start(found.pk, NOON)
    dice, came = random.Random(7), Counter[int]()
    clients = {seat.number: browser(seat.player) for seat in found.seats.select_related("player")}
    with at():
        for _ in range(MOST):
            found.refresh_from_db()
            if found.status == MatchStatus.OVER:
                break
            client = clients[found.awaited[0]]
            page = Page.of(client.get(address(found)))
            assert "ambushes are looked at" not in page.words
            came[client.post(address(found), filled(page.asking[0], dice)).status_code] += 1
        assert found.status == MatchStatus.OVER
        for client in clients.values():
            assert "How it ended" in Page.of(client.get(address(found))).words
    assert set(came) <= {302, 422}
    assert came[302] > 40 and came[422] < came[302]
    history.check_chain(found)
