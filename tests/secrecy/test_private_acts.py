"""What somebody does privately changes no response to anyone else, at any URL."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match, Order, Player
from games.web.site.middleware import Reader as Middleware
from tests.kit.both_worlds import Differs, Visitor, same
from tests.kit.cast import Page, address, browser, match_of, person, play_on
from tests.kit.places import Scene

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


@pytest.fixture
def found() -> Match:
    made = match_of()
    play_on(made, 12)
    made.refresh_from_db()
    return made


def look(found: Match, who: Player) -> None:
    """Open all of one's own pages."""
    for path in (address(found), "/", "/hours/", "/mails/", "/mails/sent/", "/name/"):
        assert browser(who).get(path).status_code == 200


def lay_plans(found: Match, who: Player) -> None:
    """Save every plan that the page offers on a button."""
    client = browser(who)
    forms = Page.of(client.get(address(found, "orders/"))).forms
    for form in [one for one in forms if "orders/" in one.action]:
        for name, value in form.buttons:
            client.post(address(found, "orders/"), form.values() | {name: value})
    assert Order.objects.filter(match=found, seat__player=who).exists()


PRIVATE_ACTS = [look, lay_plans]


def check(found: Match, act: Any) -> None:
    """Let a seat that isn't asked do something; compare what others get before and after."""
    rival = (
        found.seats.exclude(number__in=found.awaited).select_related("player").order_by("number")[0].player
    )
    others = [*(seat.player for seat in found.seats.exclude(player=rival)), person("eve"), None]
    visitors, scene = [Visitor(one) for one in others], Scene(found)
    before = [list(one.everything(scene, "match", "home", "orders", "calendar")) for one in visitors]
    act(found, rival)
    for visitor, told in zip(visitors, before, strict=True):
        again = visitor.everything(scene, "match", "home", "orders", "calendar")
        for (where, mine), (_, theirs) in zip(told, again, strict=True):
            same(where, mine, theirs)


@pytest.mark.parametrize("act", PRIVATE_ACTS, ids=lambda act: act.__name__)
def test_nobody_else_is_answered_otherwise(found, act):
    check(found, act)


def test_a_leak_of_such_a_deed_is_found(monkeypatch, found):
    plain = Middleware.__call__

    def leaky(self, request):
        got = plain(self, request)
        got["X-Orders"] = str(Order.objects.count())
        return got

    monkeypatch.setattr(Middleware, "__call__", leaky)
    with pytest.raises(Differs):
        check(found, lay_plans)
