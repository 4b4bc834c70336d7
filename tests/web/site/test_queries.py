"""No page asks the database more because more has happened, or because somebody plays in more matches."""

from __future__ import annotations

from operator import methodcaller

import pytest

from games.mail import links
from games.models import Event, Match
from games.players import feeds
from games.present.seat_view import SeatView
from tests.kit.both_worlds import Visitor
from tests.kit.cast import NOON, address, at, match_of, person, play_on, turn_seat
from tests.kit.clubs import around
from tests.kit.places import Scene, places

pytestmark = pytest.mark.django_db
FEW, MANY, MATCHES = 6, 45, 4


def on(found: Match, answers: int) -> None:
    """Play so many answers, and on until it is alice's turn."""
    for more in range(answers, answers + 60):
        play_on(found, more if more == answers else 1, seed=more)
        if found.is_running and turn_seat(found).player == person("alice"):
            return
    raise AssertionError("it is never her turn")


def counts(visitor: Visitor, scene: Scene) -> dict[str, int]:
    """Count the queries of each address that shows something."""
    shown = {}
    for one in places():
        answer = visitor.ask(scene.found, methodcaller("get", one.path(scene)))
        if answer.status == 200:
            shown[f"{one.name} {one.route}"] = answer.queries
    return shown


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_it_is_the_same_number_for_few_events_and_many_for_one_match_and_several(game):
    with at():
        found = match_of(game=game)
        on(found, FEW)
        alice = person("alice")
        scene = Scene(found, feed=links.token(feeds.renew(alice, NOON)), **around(found))
        visitor = Visitor(alice)
        few = counts(visitor, scene)
        on(found, MANY)
        many = counts(visitor, scene)
        for seed in range(MATCHES):
            on(match_of(game=game, secret=bytes([seed] * 32)), FEW)
        # Signed in anew: the first page after new matches writes down that their hands are open here.
        several = counts(Visitor(alice), scene)
    assert {"match", "home", "hours", "calendar", "my_mails"} <= {name.split()[0] for name in few}
    assert few == many == several
    assert max(few.values()) < 30


def test_a_page_that_asked_for_each_event_would_be_noticed(monkeypatch):
    told = SeatView.ahead

    def curious(self):
        for _ in self.records:
            Event.objects.exists()
        return told(self)

    monkeypatch.setattr(SeatView, "ahead", curious)
    with at():
        found = match_of()
        first = Visitor(person("alice")).ask(found, lambda client: client.get(address(found))).queries
        on(found, MANY)
        later = Visitor(person("alice")).ask(found, lambda client: client.get(address(found))).queries
    assert later > first + 20
