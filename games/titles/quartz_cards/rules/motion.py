"""What the page shows in motion: the latest thing that moved, as its reader saw it."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel.messages import Motion, Seen
from games.titles.quartz_cards.rules.line import crystal_of, crystals

#: They follow upon other events, and nothing moves in them.
QUIET = frozenset(
    {
        *("turn_began", "hire_offered", "hire_declined", "line_stands", "window_opened", "answered"),
        *("defence_asked", "duel_asked", "match_ended", "helpers_dealt"),
    }
)


def motion(latest: Sequence[Seen]) -> Motion | None:
    """Find what moved last; None if that was something that isn't drawn."""
    last = next((event for event in reversed(latest) if event.kind not in QUIET), None)
    if last is None:
        return None
    match last.kind:
        case "card_laid":
            return Motion("tumble", last.seat("seat"), last.word("card"))
        case "accident_happened":
            lost = last.counts("lost")
            return Motion("crack", last.seat("seat"), things=_each(lost))
        case "line_collected":
            return Motion("gather", last.seat("seat"), things=tuple(crystals(last.counts("cards"))))
        case _:
            return None


def _each(cards: dict[str, int]) -> tuple[str, ...]:
    return tuple(crystal_of(card) for card, count in sorted(cards.items()) for _ in range(count))
