"""The sentence for what was seen: which row of words, and what fills its blanks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from games.rules.kernel.messages import Message, Param, Parts, Seen, Thing, Things, Who
from games.rules.kernel.seats import Seat

Colour = tuple[str, int, int]  # crystal, how many, coins

#: How each field is described. Fields that aren't listed here go into no sentence.
PEOPLE = ("seat", "target", "first", "to", "player", "miner", "thief", "victim", "obsidian")
GEM = ("gem", "gives", "gave", "took")
GEMS = ("gems", "takes", "kept", "lost", "stored", "sold")
NUMBERS = ("day", "days", "coins", "count", "back", "token", "sold_count", "stored_count")


def describe(seen: Seen) -> Message | None:
    """Make the message for an event, or None if it is worth no sentence."""
    choose = KEYS.get(seen.kind)
    suffix = choose(seen) if choose else ""
    return Message(f"{seen.kind}.{suffix}" if suffix else seen.kind, params(seen))


def params(seen: Seen) -> dict[str, Param]:
    """Give a field its type by its name; a few kinds of event use a name for something of their own."""
    filled: dict[str, Param] = {}
    for name, value in seen.fields.items():
        if value is None or isinstance(value, bool):
            continue
        if name in PEOPLE:
            filled[name] = Who(seen.seat(name))
        elif name in GEM:
            filled[name] = Thing("gem", seen.word(name))
        elif name == "card":
            filled[name] = Thing("card", seen.word(name))
        elif name == "cards" and isinstance(value, dict):
            filled[name] = Things("card", seen.counts(name))
        elif isinstance(value, dict) and name in GEMS:
            filled[name] = Things("gem", seen.counts(name))
        elif isinstance(value, int) and name in (*NUMBERS, "cards"):
            filled[name] = value
    own = OWN_PARAMS.get(seen.kind)
    return filled | own(seen) if own else filled


def shoved_params(seen: Seen) -> dict[str, Param]:
    """Describe who loses a crystal, and which one if the reader may see it."""
    known = dict(cast("list[tuple[Seat, str]]", seen.fields["losses"]))
    losers = cast("list[Seat]", seen.fields["losers"])
    return {"losses": Parts(tuple(loss(seat, known.get(seat)) for seat in losers))}


def loss(seat: Seat, gem: str | None) -> Message:
    if gem is None:
        return Message("loss.unseen", {"seat": Who(seat)})
    return Message("loss", {"seat": Who(seat), "gem": Thing("gem", gem)})


def sold_params(seen: Seen) -> dict[str, Param]:
    if "colours" not in seen.fields:
        return {}
    colours = cast("list[Colour]", seen.fields["colours"])
    doubled = cast("list[str]", seen.fields["doubled"])
    return {"sum": reckoned(colours, doubled, seen.number("variety"))}


def reckoned(colours: Sequence[Colour], doubled: Sequence[str], variety: int) -> Parts:
    """Describe how the price of a sale is made up (QZ-42)."""
    faces = {gem: coins for gem, _, coins in colours}
    parts = [
        Message("sum.colour", {"gems": Things("gem", {gem: count}), "coins": coins})
        for gem, count, coins in colours
    ]
    parts += [Message("sum.doubled", {"gem": Thing("gem", gem), "coins": faces[gem]}) for gem in doubled]
    if variety:
        parts.append(Message("sum.variety", {"colours": len(colours), "coins": variety}))
    return Parts(tuple(parts))


#: Params of single kinds, beside those that follow from the names of fields.
OWN_PARAMS: dict[str, Callable[[Seen], dict[str, Param]]] = {
    "shoved": shoved_params,
    "crystals_sold": sold_params,
}


def hidden(field: str, suffix: str = "unseen") -> Callable[[Seen], str]:
    """Describe an event with another row if the reader may not see a field."""
    return lambda seen: "" if field in seen.fields else suffix


def bare(seen: Seen) -> str:
    return "" if seen.fields["card"] is not None else "bare"


def card_played(seen: Seen) -> str:
    target, gives, takes = (seen.fields.get(name) for name in ("target", "gives", "takes"))
    if target is None:
        return "gives" if gives else ""
    if gives:
        return "trades" if takes else "offers"
    return "takes" if takes else "on"


def reacted(seen: Seen) -> str:
    return "" if seen.fields["to"] is None else "to"


def tray_filled(seen: Seen) -> str:
    if not seen.number("count"):
        return "only"
    if "gems" not in seen.fields:
        return "unseen"
    return "back" if seen.number("back") else ""


def kept(seen: Seen) -> str:
    if not seen.number("count"):
        return "nothing"
    return "" if "gems" in seen.fields else "unseen"


def replaced(seen: Seen) -> str:
    if "gave" not in seen.fields:
        return "unseen"
    return "" if seen.fields["gave"] is not None else "nothing"


def shared(seen: Seen) -> str:
    nothing = "" if seen.number("taken") else "nothing"
    if "took" in seen.fields:
        return "back" if seen.counts("back") else nothing
    unseen = "unseen" if seen.fields["obsidian"] is None else "obsidian"
    return "_".join(part for part in (nothing, unseen) if part)


def taken_back(seen: Seen) -> str:
    if not seen.number("count"):
        return "nothing"
    return "" if "gem" in seen.fields else "unseen"


def accident_happened(seen: Seen) -> str:
    unseen = "" if "lost" in seen.fields else "unseen"
    return "_".join(part for part in ("token" if seen.fields["token"] else "", unseen) if part)


def left_mine(seen: Seen) -> str:
    if not seen.fields["bonus"]:
        return ""
    return "bare" if seen.fields["card"] is None else "bonus"


def crystals_sold(seen: Seen) -> str:
    sold, stored = seen.number("sold_count"), seen.number("stored_count")
    if not sold and not stored:
        return "bare"
    which = "" if sold and stored else "all" if sold else "none"
    hidden_from = "" if "sold" in seen.fields else "unseen"
    return "_".join(part for part in (hidden_from, which) if part)


def hand_sold(seen: Seen) -> str:
    cards = "" if seen.counts("cards") else "bare"
    token = "" if seen.number("token") else "no_token"
    return "_".join(part for part in (cards, token) if part)


KEYS: dict[str, Callable[[Seen], str]] = {
    "cards_dealt": hidden("cards"),
    "space_filled": bare,
    "mined": hidden("gem"),
    "card_played": card_played,
    "reacted": reacted,
    "tray_filled": tray_filled,
    "kept": kept,
    "replaced": replaced,
    "traded": hidden("gave"),
    "parked": hidden("gem"),
    "shared": shared,
    "stolen": hidden("gems"),
    "taken_back": taken_back,
    "accident_happened": accident_happened,
    "space_emptied": bare,
    "left_mine": left_mine,
    "stayed_last": bare,
    "bonus_given_up": bare,
    "crystals_sold": crystals_sold,
    "hand_sold": hand_sold,
}
