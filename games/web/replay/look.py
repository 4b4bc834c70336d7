"""One reader's look at a match: the match, whose knowledge is shown, and whose else could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext

from games.models import Match
from games.present.match_view import MatchView
from games.present.replay.eyes import OPEN, Eyes, of_onlooker, offered
from games.present.seat_view import SeatView

MOST_DIGITS = 6


@dataclass(frozen=True)
class Viewpoint:
    match_view: MatchView
    eyes: Eyes
    may: Sequence[Eyes]  # the first is what one looks with unless one asks for others

    @classmethod
    def of(cls, match_view: MatchView, asked: str) -> Viewpoint:
        """Look with the eyes that were asked for, if this reader may; otherwise with the first."""
        mine = match_view.seat if isinstance(match_view, SeatView) else None
        may = offered(mine, match_view.seats, is_over=match_view.is_over) if mine else [of_onlooker()]
        return cls(match_view, next((one for one in may if one.key == asked), may[0]), may)

    @property
    def match(self) -> Match:
        return self.match_view.match

    @property
    def is_player(self) -> bool:
        return isinstance(self.match_view, SeatView)

    def query(self, place: int = 0, eyes: Eyes | None = None) -> str:
        """Write the query of a moment, seen with these eyes or others."""
        chosen = eyes or self.eyes
        asked: dict[str, str | int] = {"at": place} if place else {}
        if chosen != self.may[0]:
            asked["as"] = chosen.key
        return f"?{urlencode(asked)}" if asked else ""

    def called(self, eyes: Eyes) -> str:
        """Say whose knowledge it is."""
        if eyes.key == OPEN:
            return gettext("Everything")
        name = self.match_view.names.seat(eyes.seat) if eyes.seat is not None else gettext("a spectator")
        return gettext("As %(name)s saw it") % {"name": name}


def number_in(told: str) -> int | None:
    """Read a number out of an address; None for anything else."""
    return int(told) if told.isascii() and told.isdigit() and len(told) <= MOST_DIGITS else None
