"""Part of a match page: the end as a ceremony, and the card to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.present import png
from games.present.ceremony import TurningPoint, headline, turning_points
from games.present.match_view import MatchView
from games.present.seat_view import SeatView
from games.web.match import pressed


@dataclass(frozen=True)
class Agreement:
    """Whether a player agreed to be named on the card."""

    name: str
    agreed: bool


@dataclass(frozen=True)
class Ceremony:
    headline: str
    turning_points: Sequence[TurningPoint] = ()
    agreements: Sequence[Agreement] = ()  # of everybody who isn't a robot
    agreed: bool = False  # I have
    press: str = ""
    has_png: bool = False
    is_sealed: bool = False  # others still play with the same secret, so nobody else may open card and story

    @property
    def names_all(self) -> bool:
        """Tell whether the card names people: everybody agreed."""
        return bool(self.agreements) and all(one.agreed for one in self.agreements)


def ceremony_context(match_view: MatchView) -> dict[str, Any]:
    """Gather the ceremony of a match that is over; onlookers get the sentence alone."""
    told = headline(match_view)
    if not told:
        return {"ceremony": None}
    if not isinstance(match_view, SeatView):
        return {"ceremony": Ceremony(told)}
    players = [one for one in match_view.seats if one.player_id is not None]
    return {
        "ceremony": Ceremony(
            told,
            turning_points(match_view),
            [Agreement(match_view.names.seat(one.number), one.named_on_card) for one in players],
            match_view.seat.named_on_card,
            pressed.draw(match_view.seat),
            png.can_write(),
            not match_view.match.is_unsealed(match_view.now),
        )
    }
