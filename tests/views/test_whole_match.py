"""A whole match for three, played through the forms as they are rendered, and nothing else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import history
from games.models import MatchStatus
from tests.views.cast import Page, address, at, browser, filled, match_of

pytestmark = pytest.mark.django_db
MOST = 1500


@pytest.mark.parametrize("options", [{}, {"covered_carts": True, "thrill": True}], ids=["open", "covered"])
def test_three_people_play_to_the_end(options):
    found, dice, came = match_of(options=options), random.Random(7), Counter[int]()
    clients = {seat.number: browser(seat.player) for seat in found.seats.select_related("player")}
    with at():
        for _ in range(MOST):
            found.refresh_from_db()
            if found.status == MatchStatus.OVER:
                break
            client = clients[found.awaited[0]]
            page = Page.of(client.get(address(found)))
            answer = client.post(address(found), filled(page.asking[0], dice))
            came[answer.status_code] += 1
        assert found.status == MatchStatus.OVER
        for client in clients.values():
            assert "How it ended" in Page.of(client.get(address(found))).words
    assert set(came) <= {302, 422}
    assert came[302] > 40 and came[422] < came[302]
    history.check_chain(found)
