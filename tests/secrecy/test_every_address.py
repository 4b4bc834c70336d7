"""Two worlds at every URL of the site: for each seat, for signed-in onlookers, and signed out.

The difference is hidden from the visitor, so every byte, header, cookie and number of queries must be the
same, however it is requested: as a page, a fragment, a check for news, a form, and with forbidden methods.
"""

from __future__ import annotations

import secrets
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse

from games.models import Match, Player, Talk
from tests.kit.both_worlds import (
    Differs,
)
from tests.kit.cast import match_of, person, turn_seat
from tests.kit.nightly import more
from tests.kit.places import Place, Scene, places
from tests.secrecy.pairs import GAMES, SORTS, in_its_length, nobody, pairs, planted, sitting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


@pytest.fixture(autouse=True)
def one_secret(monkeypatch):
    """Use the same secret for new matches and for the QR code of a second factor."""
    known = SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr("games.lobby.setup.secrets", known)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.generate_totp_secret", lambda: "A" * 32)


#: By day each seat looks at one of the games, by night all at the first.
LOOKS = [
    ("quartz", sitting(0)),
    ("quartz", nobody),
    ("covered", sitting(1)),
    ("cards", sitting(2)),
    ("cards", nobody),
    *more([], [("quartz", sitting(1)), ("quartz", sitting(2)), ("cards", sitting(0))]),
]
#: By day, the first seat and strangers to the first game are everywhere; the others where there are matches.
EVERYWHERE = more([0, 1], [*range(len(LOOKS))])
NO_MATCHES = ("accounts/", "dev/", "demo/", "mail/")


@pytest.mark.parametrize("number", range(len(LOOKS)))
def test_nothing_anywhere_hangs_on_what_is_hidden(number):
    game, which = LOOKS[number]
    names = {one.name for one in places() if number in EVERYWHERE or not one.route.startswith(NO_MATCHES)}
    pair = next(pairs(game, which))
    for player in (pair.seat.player,) if pair.seat else (person("eve"), None):
        assert pair.compare(player, *names) > 3 * len(names) > 150


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_of_a_move_hangs_on_it_only_where_the_rules_say_so(game):
    compared = 0
    for pair in pairs(game, turn_seat):
        compared += pair.compare_moves()
        if compared > 3:
            return
    raise AssertionError(f"only {compared} moves could be compared")


def in_a_header(got: HttpResponse) -> None:
    got["Vary"] = "Accept-Language, Cookie"


def in_its_tag(got: HttpResponse) -> None:
    got["ETag"] = '"another"'


def in_its_status(got: HttpResponse) -> None:
    got.status_code = 304


def in_a_query(got: HttpResponse) -> None:
    Player.objects.exists()


def in_a_cookie(got: HttpResponse) -> None:
    got.set_cookie("seen", "another")


WAYS = [in_its_length, in_a_header, in_its_tag, in_its_status, in_a_query, in_a_cookie]


@pytest.mark.parametrize("sort", SORTS)
def test_a_leak_in_each_sort_of_answer_is_found(monkeypatch, sort):
    pair, (where, when) = next(pairs("quartz", sitting(0))), SORTS[sort]
    pair.compare(pair.seat.player, where)
    planted(monkeypatch, pair.found, when, in_its_length)
    with pytest.raises(Differs):
        pair.compare(pair.seat.player, where)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_leak_is_found_in_whatever_way_it_comes(monkeypatch, way):
    pair = next(pairs("quartz", sitting(0)))
    planted(monkeypatch, pair.found, SORTS["a page"][1], way)
    with pytest.raises(Differs):
        pair.compare(pair.seat.player, "match")


def test_a_leak_in_what_comes_of_a_move_is_found(monkeypatch):
    pair = next(one for one in pairs("quartz", turn_seat) if one.compare_moves() > 1)
    planted(monkeypatch, pair.found, lambda request, got: bool(request.GET), in_its_length)
    with pytest.raises(Differs):
        pair.compare_moves()


def all_of_it(match: Match, *_: object) -> Any:
    """Find all messages of a match, those to others alone too."""
    return Talk.objects.filter(match=match)


def all_that_is_new(match: Match, *_: object) -> Any:
    return all_of_it(match).values_list("pk", flat=True)


@pytest.mark.parametrize(
    ("where", "reads", "leak"),
    [
        ("say", "games.web.match.talk_part._latest", all_of_it),
        ("match", "games.match.chat._unread", all_that_is_new),
    ],
    ids=["their words", "their number"],
)
def test_a_leak_of_what_others_say_to_each_other_alone_is_found(monkeypatch, where, reads, leak):
    pair = next(pairs("quartz", sitting(0)))
    pair.compare(pair.seat.player, where)
    monkeypatch.setattr(reads, leak)
    with pytest.raises(Differs):
        pair.compare(pair.seat.player, where)


def test_an_address_with_a_new_blank_fails_until_somebody_fills_it():
    with pytest.raises(KeyError, match="<card>"):
        Place("new", "m/<slug:public_id>/<int:card>/").path(Scene(match_of()))
