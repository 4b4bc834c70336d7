"""Matches with another world each, and leaks planted in responses.

In the other world, two players whom the reader isn't one of have also written other things to each other
alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from games.mail import links
from games.models import Event, Match, Player, Seat
from games.players import feeds
from games.rules.kernel.seats import PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.web.site.middleware import Reader as Middleware
from tests.kit.both_worlds import Log, Visitor, compare, compare_moves, other_log, whispering
from tests.kit.cast import NOON, match_of, play_on
from tests.kit.clubs import around
from tests.kit.places import Scene
from tests.titles.quartz import worlds as quartz
from tests.titles.quartz.worlds import ONE_PRICE
from tests.titles.quartz_cards import worlds as quartz_cards

GAMES: dict[str, tuple[str, dict[str, object], Any]] = {
    "quartz": ("quartz", ONE_PRICE, quartz.other_world),
    "covered": ("quartz", ONE_PRICE | {"covered_carts": True, "thrill": True}, quartz.other_world),
    "cards": ("quartz_cards", {"windows": "full"}, quartz_cards.other_world),
}


@dataclass(frozen=True)
class Pair:
    """A match, the log of its other world, and the reader who can't tell them apart."""

    found: Match
    log: Log
    seat: Seat | None

    def compare(self, player: Player | None, *names: str) -> int:
        feed = links.token(feeds.renew(player, NOON)) if player else "none"
        return compare(
            Scene(self.found, feed=feed, **around(self.found, player)), self.log, Visitor(player), *names
        )

    def compare_moves(self) -> int:
        return compare_moves(self.found, self.log, Visitor(self.seat.player), reader_of(self.seat))


def running(game: str, seed: int) -> Match:
    """Start a match and play part of it."""
    name, options, _ = GAMES[game]
    found = match_of(game=name, options=options, secret=bytes([seed + 1] * 32))
    Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=True)
    play_on(found, 4 + 7 * (seed % 6), seed=seed)
    found.refresh_from_db()
    return found


def pairs(
    game: str, which: Callable[[Match], Seat | None], tries: int = 60, *, whispers: bool = True
) -> Iterator[Pair]:
    """Yield matches with another world for the chosen seat, or for an onlooker.

    Leave out whispers for who may know that there are some: moderators, who read none of them.
    """
    for seed in range(tries):
        found = running(game, seed)
        seat = which(found)
        if whispers:
            whispering(found, seat)
        log = other_log(found, reader_of(seat), random.Random(seed), GAMES[game][2])
        if found.is_running and log is not None:
            yield Pair(found, log, seat)


def sitting(number: int) -> Callable[[Match], Seat]:
    return lambda found: found.seats.select_related("player").get(number=number)


def nobody(found: Match) -> None:
    """Choose an onlooker."""


def reader_of(seat: Seat | None) -> Reader:
    return SeatNumber(seat.number) if seat else PUBLIC


def is_the_other(found: Match) -> bool:
    """Check by its digests which of the two worlds a match is in."""
    return Event.objects.get(match=found, number=found.version).digest != found.head


#: Sorts of responses: the URL to request, and which responses there count.
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


def planted(monkeypatch: Any, found: Match, when: Any, way: Any) -> None:
    """Plant a leak: make responses of this sort depend on what is hidden."""
    plain = Middleware.__call__

    def leaky(self: Middleware, request: Any) -> HttpResponse:
        got = plain(self, request)
        if when(request, got) and is_the_other(found):
            way(got)
        return got

    monkeypatch.setattr(Middleware, "__call__", leaky)
