"""Each event as a reader may have it: fields listed one by one, hidden ones only where they may be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.messages import Seen, listed
from games.rules.kernel.seats import Reader, may_read
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.options import Options

#: Events that everybody may read whole.
OPEN: dict[type[Event], tuple[str, ...]] = {
    e.SatDown: ("order", "first", "windows", "rounds", "points", "bonus", "cards"),
    e.SlideFilled: ("shown",),
    e.OrnamentsKept: ("seat", "kept", "discarded"),
    e.MarketRefilled: ("place", "ornament"),
    e.OrnamentsShuffled: ("count",),
    e.CardsShuffled: ("seat", "count"),
    e.TurnBegan: ("seat", "round"),
    e.ActionBegan: ("seat", "left"),
    e.StoneTaken: ("seat", "stone", "shown", "why"),
    e.StoneInserted: ("seat", "stone", "ornament", "why"),
    e.StoneDiscarded: ("seat", "stone"),
    e.DropAsked: ("seat", "count"),
    e.Dropped: ("seat", "cards"),
    e.HandInAsked: ("seat",),
    e.HandedIn: ("seat", "ornaments", "stones", "points"),
    e.MarketAsked: ("seat", "count"),
    e.MarketRefreshed: ("seat", "discarded"),
    e.OrnamentTaken: ("seat", "ornament"),
    e.CardPlayed: ("seat", "card", "target", "aim"),
    e.CancelAsked: ("seats", "card"),
    e.MeTooAsked: ("seats", "at"),
    e.MomentCame: ("at", "seat", "lurking"),
    e.CardCancelled: ("seat", "target", "card"),
    e.CardFailed: ("seat", "card"),
    e.OrnamentsSwapped: ("seat", "other", "given", "taken"),
    e.InsertAsked: ("seat", "ornament"),
    e.InsertDeclined: ("seat",),
    e.StonesSwapped: ("seat", "other", "given", "taken"),
    e.StonePriedOut: ("seat", "victim", "ornament", "stone"),
    e.TippedOut: ("seat", "victim", "stones"),
    e.PickedThrough: ("seat", "kept", "back", "shown"),
    e.PocketPicked: ("seat", "victim", "stones"),
    e.Compensated: ("seat", "card", "points"),
    e.MatchEnded: ("why",),
}

Fields = dict[str, object]


def redact(event: Event, reader: Reader, options: Options) -> Seen | None:
    """Give an event as `reader` may see it."""
    names = OPEN.get(type(event))
    if names is not None:
        return Seen(kind_of(event), listed(event, *names))
    return Seen(kind_of(event), GUARDED[type(event)](event, reader))


def ornaments_dealt(event: e.OrnamentsDealt, reader: Reader) -> Fields:
    count: Fields = {"seat": event.seat, "count": len(event.ornaments)}
    return count | (listed(event, "ornaments") if may_read(reader, event.seat) else {})


def turn_named(event: e.TurnNamed, reader: Reader) -> Fields:
    return listed(event, "seat", *(["steps"] if may_read(reader, event.seat) else []))


def card_drawn(event: e.CardDrawn, reader: Reader) -> Fields:
    return listed(event, "seat", "why", *(["card"] if may_read(reader, event.seat) else []))


def answered(event: e.Answered, reader: Reader) -> Fields:
    return listed(event, "seat", *(["reply"] if may_read(reader, event.seat) else []))


GUARDED: dict[type[Event], Callable[[Any, Reader], Fields]] = {
    e.OrnamentsDealt: ornaments_dealt,
    e.TurnNamed: turn_named,
    e.CardDrawn: card_drawn,
    e.Answered: answered,
}
