"""The sentence for what was seen: which row of words, and what fills its blanks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from games.rules.kernel.chance import multiset
from games.rules.kernel.messages import Message, Param, Parts, Seen, Thing, Things, Who
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import cost
from games.titles.gnomes.rules.land import xy

#: Fields that name a seat, places, and cards. Of the rest, only numbers are described.
PEOPLE = ("seat", "rival", "owner", "first", "second")
PLACES = {"place": ("x", "y"), "start": ("x", "y"), "to": ("to_x", "to_y"), "stack": ("to_x", "to_y")}
CARDS = ("card", "gem", "ogre")
COUNTED = ("paid", "gems", "ogres")
#: Steps nobody wants to read about.
UNTOLD = ("step_asked", "moment_came", "turn_ended", "work_began")


def describe(seen: Seen) -> Message | None:
    """Make the message for an event, or None if it is worth no sentence."""
    if seen.kind in UNTOLD:
        return None
    choose = KEYS.get(seen.kind)
    suffix = choose(seen) if choose else ""
    return Message(f"{seen.kind}.{suffix}" if suffix else seen.kind, params(seen))


def params(seen: Seen) -> dict[str, Param]:
    """Give each field its type by its name."""
    filled: dict[str, Param] = {}
    for name, value in seen.fields.items():
        if name in PLACES:
            filled |= dict(zip(PLACES[name], xy(str(value)), strict=True))
        elif (one := param(seen, name, value)) is not None:
            filled[name] = one
    return filled


def param(seen: Seen, name: str, value: object) -> Param | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return Who(Seat(value)) if name in PEOPLE else value
    if name in CARDS:
        return Thing("card", str(value))
    if name in COUNTED:
        return Things("card", multiset(cast("dict[str, int] | list[str]", value)))
    if name in ("goal", "goals", "opened") and value is not None:
        return goal(seen, value)
    return None


def goal(seen: Seen, value: object) -> Param:
    """Name a secret goal by its card, trade goals by what they cost."""
    if seen.kind in ("secret_dealt", "goal_shown"):
        return Thing("secret", str(value))
    goals = value if isinstance(value, list) else [value]
    return Parts(
        tuple(Message("trade_goal", {"gems": Things("card", dict(cost(str(one))))}) for one in goals)
    )


# --- which sentence


def hidden(field: str) -> Callable[[Seen], str]:
    """Describe an event with another row if the reader may not see a field."""
    return lambda seen: "" if field in seen.fields else "unseen"


def kingdom_played(seen: Seen) -> str:
    return "" if seen.fields["own"] else "by_itself"


def goal_bought(seen: Seen) -> str:
    return "" if seen.fields["opened"] is not None else "last"


def monster_slain(seen: Seen) -> str:
    return "others" if seen.fields["others"] else ""


def cards_discarded(seen: Seen) -> str:
    if not seen.fields["ogres"]:
        return "gems"
    return "both" if isinstance(seen.fields["gems"], Mapping) and seen.fields["gems"] else "ogres"


def again(seen: Seen) -> str:
    return "again" if seen.fields["again"] else ""


KEYS: dict[str, Callable[[Seen], str]] = {
    "secret_dealt": hidden("goal"),
    "gem_stolen": hidden("gem"),
    "ogre_stolen": hidden("ogre"),
    "ogre_hired": hidden("ogre"),
    "kingdom_played": kingdom_played,
    "dwarf_shoved": again,
    "goal_shown": lambda seen: "final" if seen.fields["final"] else "",
    "goal_bought": goal_bought,
    "monster_slain": monster_slain,
    "worked_in_vain": lambda seen: seen.word("why"),
    "cards_discarded": cards_discarded,
    "match_ended": lambda seen: seen.word("why"),
}
