"""What the page shows in motion: the latest thing that moved, as its reader saw it."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel.messages import Motion, Seen

#: They follow upon other events, and nothing moves in them.
QUIET = frozenset(
    {
        *("gem_given", "turn_began", "step_asked", "moment_came", "turn_ended", "work_began"),
        "last_turns_began",
    }
)
#: What each motion is called, and which field says where; the board finds the rest in the events.
MOVES = {
    "kingdom_played": ("lay", "place"),
    "dwarf_placed": ("step", "place"),
    "dwarf_moved": ("step", "to"),
    "dwarf_shoved": ("step", "to"),
    "bounced": ("home", "place"),
    "gems_mined": ("mine", "place"),
    "ogre_hired": ("home", "place"),
    "stack_dug": ("dig", "stack"),
    "goal_bought": ("buy", "place"),
    "monster_slain": ("slay", "place"),
    "worked_in_vain": ("home", "place"),
}


def motion(latest: Sequence[Seen]) -> Motion | None:
    """Find what moved last; None if that was something that isn't drawn."""
    last = next((event for event in reversed(latest) if event.kind not in QUIET), None)
    if last is None or last.kind not in MOVES:
        return None
    name, where = MOVES[last.kind]
    return Motion(name, last.seat("seat"), last.word(where), seen=(last,))
