"""Whole matches played behind links alone, by whoever sees nothing but the forms."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client

from games import play
from games.mail import links
from games.models import Link, Match, MatchStatus, Purpose, Seat
from games.ops import upkeep
from games.play import history
from games.play.diff import label
from tests.kit.cast import Page, answer, filled_in, open_questions
from tests.kit.mailed_links import NOON, at, fresh, person
from tests.kit.nightly import more
from tests.kit.opened import open_table
from tests.kit.play_people import play_on, remembering

pytestmark = [pytest.mark.django_db]
MOST = 1500
ON_THE_PAGE = 302
#: Moves after each that are made without a link; none by night.
BETWEEN = more(1, 0)
#: What is asked that nobody can answer without seeing something of their own.
BESIDE_THE_HAND = {"quartz": {"sell"}, "quartz_cards": {"help"}}
#: Each game, and whether emails show the hand.
SAMPLE = [("quartz", False), ("quartz_cards", True)]
MATCHES = more(SAMPLE, [*SAMPLE, ("quartz_cards", False)])


def linked(found: Match) -> tuple[Seat, Link]:
    """Write the link of the email that asks whoever is waited for."""
    name = min(
        name for name, one in open_questions(found).items() if one.awaited and name.seat in found.awaited
    )
    seat = fresh(found.seats.get(number=name.seat))
    (link,) = links.write([links.of_seat(seat, Purpose.SEAT, question=label(name), since=found.version)])
    return seat, link


@pytest.mark.parametrize(("game", "hand"), MATCHES)
def test_a_match_is_played_to_the_end_behind_links(game, hand, settings):
    settings.LIMITS = settings.LIMITS | {
        "refusals of a seat": (5000, 60),
        "refusals of an address": (5000, 60),
    }
    people = [person(name) for name in ("alice", "bob", "carol")]
    found = open_table(game, people, [], now=NOON, secret=bytes(32))
    found.seats.update(hand_in_mail=hand)
    play.start(found.pk, NOON)
    dice, came, beside = random.Random(7), Counter[int](), Counter[str]()
    with at(), remembering():
        for _ in range(MOST):
            found.refresh_from_db()
            if found.status == MatchStatus.OVER:
                break
            seat, link = linked(found)
            came[answered(link, dice) or on_the_page(found, seat, beside)] += 1
            play_on(found, BETWEEN, seed=came.total())
    assert found.status == MatchStatus.OVER
    assert set(came) <= {200, 422, ON_THE_PAGE}
    assert {*beside} == (set() if hand else BESIDE_THE_HAND[game])
    assert came[ON_THE_PAGE] - beside["sell"] < 10
    assert came[200] + beside["sell"] > 30 and came[422] < came[200]
    history.check_chain(found)
    upkeep.prune(NOON + timedelta(days=100))
    assert not Link.objects.exists()


def answered(link: Link, dice: random.Random) -> int:
    """Fill in the form that answers, as it was drawn, and send it; 0 where all there is hangs on the hand."""
    client, url = Client(), f"/t/{links.token(link)}"
    page = Page.of(client.get(url))
    form = next((one for one in page.forms if any(name == "look" for name, _ in one.buttons)), None)
    if form is None:
        assert "Your options here depend on what only you can see" in page.words
        return 0
    form.radios["do"] = [value for name, value in form.buttons if name == "look"]
    return client.post(url, filled_in(form, dice)).status_code


def on_the_page(found: Match, seat: Seat, beside: Counter[str]) -> int:
    """Answer what no link can, as silence would, on the page with the hand."""
    name, question = next(
        (name, one) for name, one in open_questions(found).items() if name.seat == seat.number
    )
    beside[question.kind] += 1
    _, state = history.load(found)
    assert not answer(found, name, found.rules.core.silence(state.state, question)).refused
    return ON_THE_PAGE
