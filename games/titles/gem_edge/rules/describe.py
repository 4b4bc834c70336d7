"""The sentence for what was seen: which row of words, and what fills its blanks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.rules.kernel.chance import multiset
from games.rules.kernel.messages import Message, Param, Parts, Seen, Thing, Things, Who
from games.rules.kernel.seats import Seat

#: Fields that name a seat, and the kind of things in others. Of the rest, only numbers are described.
PEOPLE = ("seat", "target", "victim", "other", "first")
KINDS = {
    "stone": "stone",
    "stones": "stone",
    "shown": "stone",
    "kept": "stone",
    "back": "stone",
    "ornament": "ornament",
    "ornaments": "ornament",
    "discarded": "ornament",
    "given": "stone",
    "taken": "stone",
    "card": "card",
    "cards": "card",
}
#: Events in which some of these fields are ornaments.
OF_ORNAMENTS = {"ornaments_kept": ("kept",), "ornaments_swapped": ("given", "taken")}
#: Steps nobody wants to read about, and secret answers: their outcome has a sentence.
UNTOLD = frozenset(
    {
        *("action_began", "turn_named", "hand_in_asked", "market_asked", "answered", "moment_came"),
        *("insert_asked", "drop_asked"),
    }
)
#: Stones whose order matters are told one by one.
IN_ORDER = ("shown", "back")


def describe(seen: Seen) -> Message | None:
    """Make the message for an event, or None if it is worth no sentence."""
    if seen.kind in UNTOLD:
        return None
    choose = KEYS.get(seen.kind)
    suffix = choose(seen) if choose else ""
    return Message(f"{seen.kind}.{suffix}" if suffix else seen.kind, params(seen))


def params(seen: Seen) -> dict[str, Param]:
    """Give each field its type by its name."""
    filled = {name: param(seen, name, value) for name, value in seen.fields.items()}
    return {name: one for name, one in filled.items() if one is not None}


def param(seen: Seen, name: str, value: object) -> Param | None:
    if isinstance(value, int):
        return Who(Seat(value)) if name in PEOPLE else value
    kind = "ornament" if name in OF_ORNAMENTS.get(seen.kind, ()) else KINDS.get(name, "")
    if not kind or value is None:
        return None
    if isinstance(value, str):
        return Thing(kind, value)
    return several(kind, value, in_order=name in IN_ORDER)


def several(kind: str, value: object, *, in_order: bool) -> Param:
    assert isinstance(value, Mapping | Sequence)
    if in_order:
        return Parts(tuple(Message("told.stone", {"stone": Thing(kind, str(one))}) for one in value))
    return Things(kind, multiset(value if isinstance(value, dict) else list(map(str, value))))


# --- which sentence


def hidden(field: str) -> Callable[[Seen], str]:
    """Describe an event with another row if the reader may not see a field."""
    return lambda seen: "" if field in seen.fields else "unseen"


def card_drawn(seen: Seen) -> str:
    why = "catch_up" if seen.word("why") == "catch_up" else ""
    return "_".join(part for part in (why, hidden("card")(seen)) if part)


def card_played(seen: Seen) -> str:
    return "" if seen.fields["target"] is None else "target"


def ornaments_swapped(seen: Seen) -> str:
    return "market" if seen.fields["other"] is None else ""


def picked_through(seen: Seen) -> str:
    return "" if seen.fields["kept"] else "nothing"


def tipped_out(seen: Seen) -> str:
    return "own" if seen.fields["seat"] == seen.fields["victim"] else ""


def stone_moved(seen: Seen) -> str:
    return "me_too" if seen.word("why") == "me_too" else ""


def handed_in(seen: Seen) -> str:
    ornaments = seen.fields["ornaments"]
    assert isinstance(ornaments, Sequence)
    return "set" if len(ornaments) > 1 else ""


KEYS: dict[str, Callable[[Seen], str]] = {
    "ornaments_dealt": hidden("ornaments"),
    "card_drawn": card_drawn,
    "card_played": card_played,
    "ornaments_swapped": ornaments_swapped,
    "picked_through": picked_through,
    "tipped_out": tipped_out,
    "stone_taken": stone_moved,
    "stone_inserted": stone_moved,
    "handed_in": handed_in,
    "match_ended": lambda seen: seen.word("why"),
}
