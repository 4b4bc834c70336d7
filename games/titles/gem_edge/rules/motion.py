"""What the page shows in motion: the latest thing that moved, as its reader saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.kernel.messages import Motion, Seen

#: They follow upon other events, and nothing moves in them.
QUIET = frozenset(
    {
        *("turn_began", "action_began", "turn_named", "drop_asked", "hand_in_asked", "market_asked"),
        *("cancel_asked", "me_too_asked", "answered", "moment_came", "insert_asked", "insert_declined"),
        *("market_refilled", "compensated", "match_ended", "ornaments_dealt", "cards_shuffled"),
    }
)


def motion(latest: Sequence[Seen]) -> Motion | None:
    """Find what moved last; None if that was something that isn't drawn."""
    last = next((event for event in reversed(latest) if event.kind not in QUIET), None)
    shown = MOTIONS.get(last.kind) if last else None
    return shown(last) if shown and last else None


def stones(event: Seen, name: str) -> tuple[str, ...]:
    found = event.fields[name]
    assert isinstance(found, Sequence)
    return tuple(map(str, found))


MOTIONS: dict[str, Callable[[Seen], Motion]] = {
    "stone_taken": lambda seen: Motion(
        "roll", seen.seat("seat"), seen.word("stone"), stones(seen, "shown"), of="stone"
    ),
    "stone_inserted": lambda seen: Motion(
        "set", seen.seat("seat"), seen.word("ornament"), (seen.word("stone"),)
    ),
    "stone_discarded": lambda seen: Motion("rise", seen.seat("seat"), things=(seen.word("stone"),)),
    "tipped_out": lambda seen: Motion("rise", seen.seat("victim"), things=stones(seen, "stones")),
    "picked_through": lambda seen: Motion("sift", seen.seat("seat"), things=stones(seen, "kept")),
    "handed_in": lambda seen: Motion("hand_in", seen.seat("seat"), things=stones(seen, "ornaments")),
    "ornament_taken": lambda seen: Motion("choose", seen.seat("seat"), seen.word("ornament")),
    "card_played": lambda seen: Motion("play", seen.seat("seat"), seen.word("card")),
    "card_cancelled": lambda seen: Motion("cancel", seen.seat("seat"), seen.word("card")),
}
