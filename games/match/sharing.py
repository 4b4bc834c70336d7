"""The card that players share once a match is over: each says whether it may name them."""

from __future__ import annotations

from datetime import datetime

from games.match.actions import Did, Pressed, act
from games.models import ActKind, MatchStatus, Seat
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused


def name_on_card(match_id: int, number: int, now: datetime, pressed: Pressed, *, named: bool) -> None:
    """Let the card name this seat's player, or no longer. Raise Refused while the match is played."""

    def agree(work: Workspace, seat: Seat) -> Did:
        if work.match.status != MatchStatus.OVER:
            raise Refused("not_over")
        if seat.named_on_card == named:
            return None
        work.change(seat, named_on_card=named)
        return (ActKind.NAMED if named else ActKind.UNNAMED), ""

    act(match_id, number, now, pressed, agree)
