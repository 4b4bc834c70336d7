"""Whole matches, played through the forms as they are rendered, and nothing else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.models import Match, MatchStatus
from games.play import history
from tests.kit.cast import Page, address, at, browser, filled, match_of, play_on
from tests.kit.nightly import more
from tests.kit.play_people import remembering

pytestmark = pytest.mark.django_db
MOST = 1500
#: Moves after each that are made without a page; none by night.
BETWEEN = more(2, 0)


def play_to_the_end(found: Match, between: int = 0) -> list[Page]:
    """Fill in at random what each asked seat's page asks, until it is over; give the pages that were seen."""
    dice, came, pages = random.Random(7), Counter[int](), []
    clients = {seat.number: browser(seat.player) for seat in found.seats.select_related("player")}
    with at(), remembering():
        for _ in range(MOST):
            found.refresh_from_db()
            if found.status == MatchStatus.OVER:
                break
            client = clients[found.awaited[0]]
            pages.append(Page.of(client.get(address(found))))
            came[client.post(address(found), filled(pages[-1].asking[0], dice)).status_code] += 1
            play_on(found, between, seed=len(pages))
        assert found.status == MatchStatus.OVER
        for client in clients.values():
            assert "How it ended" in Page.of(client.get(address(found))).words
    assert set(came) <= {302, 422}
    assert came[302] > 40 and came[422] < came[302]
    history.check_chain(found)
    return pages


@pytest.mark.parametrize("options", [{}, {"covered_carts": True, "thrill": True}], ids=["open", "covered"])
def test_three_people_play_to_the_end(options):
    play_to_the_end(match_of(options=options))


@pytest.mark.parametrize("windows", more(["light"], ["light", "full"]))
def test_two_people_play_the_card_game_to_the_end(windows):
    found = match_of("alice", "bob", game="quartz_cards", options={"windows": windows})
    pages = play_to_the_end(found, BETWEEN)
    assert [page for page in pages if "Checking your ambushes" in page.words] == []
