"""The sentence for what was seen: which row of words, and what fills its blanks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.rules.kernel.chance import multiset
from games.rules.kernel.messages import Message, Param, Seen, Thing, Things, Who
from games.rules.kernel.seats import Seat

#: Fields that name a seat, and the kind of things in others. Of the rest, only numbers are described.
PEOPLE = ("seat", "target", "thief", "victim")
KINDS = {
    "crystal": "gem",
    "column": "gem",
    "gems": "gem",
    "columns": "gem",
    "kept": "mine",
    "laid": "mine",
    "lost": "mine",
    "helper": "card",
    "card": "card",
    "cards": "card",
}
#: Events whose "card" and "cards" are of the mine.
OF_THE_MINE = ("card_laid", "hired", "card_handed_over", "help_drawn", "line_collected")
#: Steps nobody wants to read about, and secret answers: their outcome has a sentence.
UNTOLD = ("line_stands", "answered")


def describe(seen: Seen) -> Message | None:
    """Make the message for an event, or None if it is worth no sentence."""
    if seen.kind in UNTOLD or (seen.kind == "hire_offered" and not seen.number("shuffled")):
        return None
    choose = KEYS.get(seen.kind)
    suffix = choose(seen) if choose else ""
    return Message(f"{seen.kind}.{suffix}" if suffix else seen.kind, params(seen))


def params(seen: Seen) -> dict[str, Param]:
    """Give each field its type by its name."""
    filled = {name: param(seen, name, value) for name, value in seen.fields.items()}
    return {name: one for name, one in filled.items() if one is not None}


def param(seen: Seen, name: str, value: object) -> Param | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return Who(Seat(value)) if name in PEOPLE else value
    kind = KINDS.get(name, "")
    if kind == "card" and name != "helper" and seen.kind in OF_THE_MINE:
        kind = "mine"
    if not kind or value is None:
        return None
    return Thing(kind, value) if isinstance(value, str) else Things(kind, counted(value))


def counted(value: object) -> dict[str, int]:
    """Count what an event lists; most count already."""
    assert isinstance(value, Mapping | list)
    return multiset(value)


# --- which sentence


def hidden(field: str) -> Callable[[Seen], str]:
    """Describe an event with another row if the reader may not see a field."""
    return lambda seen: "" if field in seen.fields else "unseen"


def column_protected(seen: Seen) -> str:
    return "by_card" if seen.fields["by_card"] else ""


def explore_announced(seen: Seen) -> str:
    words = ["brief"] * bool(seen.fields["brief"]) + ["presents"] * bool(seen.number("presents"))
    return "_".join(words)


def attack_played(seen: Seen) -> str:
    if seen.fields["column"] is not None:
        return "column"
    return "gems" if seen.fields["gems"] else ""


def taken_back(seen: Seen) -> str:
    return "" if seen.fields["crystal"] is not None else "nothing"


def helped(seen: Seen) -> str:
    if seen.fields["laid"] is None:
        return "kept"
    return "" if seen.fields["kept"] is not None else "laid"


def stopped(seen: Seen) -> str:
    return "beauty" if seen.fields.get("copies") else ""


def accident_happened(seen: Seen) -> str:
    return "" if seen.counts("lost") else "empty"


def line_collected(seen: Seen) -> str:
    return "" if seen.counts("cards") else "empty"


KEYS: dict[str, Callable[[Seen], str]] = {
    "helpers_dealt": hidden("cards"),
    "hire_offered": lambda seen: "shuffled",
    "hired": hidden("helper"),
    "help_drawn": hidden("cards"),
    "column_protected": column_protected,
    "explore_announced": explore_announced,
    "attack_played": attack_played,
    "taken_back": taken_back,
    "helped": helped,
    "stopped": stopped,
    "accident_happened": accident_happened,
    "line_collected": line_collected,
}
