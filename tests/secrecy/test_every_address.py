"""Two worlds at every address of the site, for each seat, for who sits elsewhere and for who isn't signed in.

What differs is hidden from whoever asks; every byte, header, cookie and number of queries must be the same,
in whatever way it is asked: as a page, a fragment, a check for news, a form, and in ways that aren't allowed.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse

from games.mail import links
from games.models import Event, Match, Player, Seat
from games.players import feeds
from games.rules.kernel.seats import PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.web.site.reader_settings import Reader as Middleware
from tests.kit.both_worlds import (
    Differs,
    Log,
    Visitor,
    compare,
    compare_moves,
    other_log,
)
from tests.kit.cast import NOON, at, match_of, person, play_on, turn_seat
from tests.kit.places import Place, Scene, places
from tests.titles.quartz import worlds as quartz
from tests.titles.quartz.worlds import ONE_PRICE
from tests.titles.quartz_cards import worlds as quartz_cards

pytestmark = pytest.mark.django_db
GAMES: dict[str, tuple[str, dict[str, object], Any]] = {
    "quartz": ("quartz", ONE_PRICE, quartz.other_world),
    "covered": ("quartz", ONE_PRICE | {"covered_carts": True, "thrill": True}, quartz.other_world),
    "cards": ("quartz_cards", {"windows": "full"}, quartz_cards.other_world),
}


@dataclass(frozen=True)
class Pair:
    """A match, the log of its other world, and whose eyes can't tell them apart."""

    found: Match
    log: Log
    seat: Seat | None

    def compare(self, player: Player | None, *names: str) -> int:
        feed = links.token(feeds.renew(player, NOON)) if player else "none"
        return compare(Scene(self.found, feed=feed), self.log, Visitor(player), *names)

    def compare_moves(self) -> int:
        return compare_moves(self.found, self.log, Visitor(self.seat.player), reader_of(self.seat))


@pytest.fixture(autouse=True)
def one_secret(monkeypatch):
    """Let a new match, and a new second factor drawn as a picture, be the same each time."""
    known = SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr("games.lobby.setup.secrets", known)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.generate_totp_secret", lambda: "A" * 32)


@pytest.fixture(autouse=True)
def soon():
    with at():
        yield


def running(game: str, seed: int) -> Match:
    """Begin a match and play some of it."""
    name, options, _ = GAMES[game]
    found = match_of(game=name, options=options, secret=bytes([seed + 1] * 32))
    Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=True)
    play_on(found, 4 + 7 * (seed % 6), seed=seed)
    found.refresh_from_db()
    return found


def pairs(game: str, which: Callable[[Match], Seat | None], tries: int = 60) -> Iterator[Pair]:
    """Give matches with another world of each, for the seat that is chosen, or for who sits elsewhere."""
    for seed in range(tries):
        found = running(game, seed)
        seat = which(found)
        log = other_log(found, reader_of(seat), random.Random(seed), GAMES[game][2])
        if found.is_running and log is not None:
            yield Pair(found, log, seat)


def sitting(number: int) -> Callable[[Match], Seat]:
    return lambda found: found.seats.select_related("player").get(number=number)


def nobody(found: Match) -> None:
    """Choose who sits elsewhere."""


def reader_of(seat: Seat | None) -> Reader:
    return SeatNumber(seat.number) if seat else PUBLIC


LOOKS = [
    *(("quartz", sitting(number)) for number in range(3)),
    ("quartz", nobody),
    ("covered", sitting(1)),
    ("cards", sitting(0)),
    ("cards", nobody),
]


@pytest.mark.parametrize(("game", "which"), LOOKS)
def test_nothing_anywhere_hangs_on_what_is_hidden(game, which):
    pair = next(pairs(game, which))
    for player in (pair.seat.player,) if pair.seat else (person("eve"), None):
        assert pair.compare(player) > 3 * len(places())


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_of_a_move_hangs_on_it_only_where_the_rules_say_so(game):
    compared = 0
    for pair in pairs(game, turn_seat):
        compared += pair.compare_moves()
        if compared > 3:
            return
    raise AssertionError(f"only {compared} moves could be compared")


def is_the_other(found: Match) -> bool:
    """Tell by its digests in which of the two worlds a match is."""
    return Event.objects.get(match=found, number=found.version).digest != found.head


#: Sorts of answers: where they are asked for, and which of what is answered there are such.
SORTS: dict[str, tuple[str, Any]] = {
    "a page": ("match", lambda request, got: got.status_code == 200 and request.method == "GET"),
    "the head of a page": ("match", lambda request, got: request.method == "HEAD"),
    "the list of matches": ("home", lambda request, got: got.status_code == 200),
    "a fragment": ("match", lambda request, got: "HX-Request" in request.headers),
    "what is new": ("match", lambda request, got: "If-None-Match" in request.headers),
    "a feed": ("calendar", lambda request, got: got.status_code == 200),
    "what isn't there": ("dev_mailbox", lambda request, got: got.status_code == 404),
    "what may not be": ("orders", lambda request, got: got.status_code == 405),
    "a refusal": ("match", lambda request, got: got.status_code in (409, 422)),
    "a redirect": ("account_logout", lambda request, got: got.status_code == 302),
}


def in_its_length(got: HttpResponse) -> None:
    got.content += b" "


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


def planted(monkeypatch: Any, found: Match, when: Any, way: Any) -> None:
    """Let the answer to what is asked so hang on what is hidden."""
    plain = Middleware.__call__

    def leaky(self: Middleware, request: Any) -> HttpResponse:
        got = plain(self, request)
        if when(request, got) and is_the_other(found):
            way(got)
        return got

    monkeypatch.setattr(Middleware, "__call__", leaky)


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


def test_an_address_with_a_new_blank_fails_until_somebody_fills_it():
    with pytest.raises(KeyError, match="<card>"):
        Place("new", "m/<slug:public_id>/<int:card>/").path(Scene(match_of()))
