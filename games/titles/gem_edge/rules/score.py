"""What charts of a match show: the score track, which is open to all, and what was drawn."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.fortune import Fortune
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import ME_TOO_INSERT, ME_TOO_TAKE, NOT_SO_FAST
from games.titles.gem_edge.rules.state import State
from games.titles.gem_edge.rules.view import Sight

#: Events after which somebody has more points or fewer.
SCORED = frozenset({"compensated", "handed_in"})


def score(view: Sight) -> tuple[int, ...]:
    """Give everybody's points."""
    return tuple(view.points)


def fortune(state: State, event: Event) -> Fortune | None:
    """Count action cards by their kinds; value the ornaments dealt to choose from by their points.

    Stones come into sight, and ornaments into the market, for everybody alike: that is nobody's luck.
    """
    if isinstance(event, e.CardDrawn):
        return Fortune(event.seat, "cards", is_counted=True)
    if isinstance(event, e.OrnamentsDealt):
        return Fortune(event.seat, "ornaments", state.worth)
    return None


def plays(event: Event) -> str | None:
    """Give the action card that is played, the free ones by what they do."""
    if isinstance(event, e.CardPlayed):
        return event.card
    if isinstance(event, e.CardCancelled):
        return NOT_SO_FAST
    if isinstance(event, e.StoneTaken | e.StoneInserted) and event.why == "me_too":
        return ME_TOO_TAKE if isinstance(event, e.StoneTaken) else ME_TOO_INSERT
    return None
