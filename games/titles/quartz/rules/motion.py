"""What the page shows in motion: the latest thing that moved, as its reader saw it."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel.messages import Motion, Seen
from games.titles.quartz.rules.gems import OBSIDIAN

#: They follow upon other events, and nothing moves in them.
QUIET = frozenset(
    {
        *("turn_began", "day_began", "cards_dealt", "deck_shuffled", "space_filled", "space_emptied"),
        *("window_opened", "alone_inside", "match_ended", "hand_sold"),
    }
)
UNSEEN = "unseen"


def motion(latest: Sequence[Seen]) -> Motion | None:
    """Find what moved last; None if that was something that isn't drawn."""
    loud = [event for event in latest if event.kind not in QUIET]
    if not loud:
        return None
    last = loud[-1]
    match last.kind:
        case "mined":
            return Motion("tumble", last.seat("seat"), str(last.fields.get("gem", UNSEEN)), of="gem")
        case "obsidian_landed":
            return Motion("tumble", last.seat("seat"), OBSIDIAN, of="gem")
        case "accident_happened" | "token_spent":
            return Motion("shake", last.seat("seat"), OBSIDIAN, of="gem")
        case "crystals_sold":
            return Motion("evening", seen=tuple(evening(loud)))
        case _:
            return None


def evening(loud: Sequence[Seen]) -> list[Seen]:
    """List the sales of the last evening."""
    sold: list[Seen] = []
    for event in reversed(loud):
        if event.kind != "crystals_sold":
            break
        sold.insert(0, event)
    return sold
