"""Each event as a reader may have it: fields listed one by one, hidden ones only where they may be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.messages import Seen, listed
from games.rules.kernel.seats import Reader, may_read
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.options import Options

#: Events that everybody may read whole.
OPEN: dict[type[Event], tuple[str, ...]] = {
    e.SatDown: ("order", "windows", "values", "helpers"),
    e.TurnBegan: ("seat",),
    e.ColumnProtected: ("seat", "crystal", "count", "by_card"),
    e.ExploreAnnounced: ("seat", "presents", "brief"),
    e.CardLaid: ("seat", "card"),
    e.HireOffered: ("seat", "shuffled"),
    e.HireDeclined: ("seat",),
    e.LineStands: ("at", "seat", "lurking"),
    e.WindowOpened: ("at", "seats"),
    e.AttackPlayed: ("seat", "target", "card", "column", "gems"),
    e.DefenceAsked: ("seat", "card"),
    e.DuelAsked: ("seat",),
    e.LetHappen: ("seat",),
    e.Defended: ("seat", "card"),
    e.TakenBack: ("seat", "thief", "crystal"),
    e.PresentReturned: ("seat",),
    e.PresentLaid: ("seat",),
    e.CardHandedOver: ("seat", "thief", "card"),
    e.DiggingStopped: ("seat",),
    e.Helped: ("seat", "kept", "laid"),
    e.ColumnStolen: ("thief", "victim", "gems"),
    e.AccidentHappened: ("seat", "lost", "presents"),
    e.LineCollected: ("seat", "cards", "presents"),
    e.MatchEnded: (),
}

Fields = dict[str, object]


def redact(event: Event, reader: Reader, options: Options) -> Seen | None:
    """Give an event as `reader` may see it."""
    names = OPEN.get(type(event))
    if names is not None:
        return Seen(kind_of(event), listed(event, *names))
    return Seen(kind_of(event), GUARDED[type(event)](event, reader))


def helpers_dealt(event: e.HelpersDealt, reader: Reader) -> Fields:
    count: Fields = {"seat": event.seat, "count": sum(event.cards.values())}
    return count | (listed(event, "cards") if may_read(reader, event.seat) else {})


def hired(event: e.Hired, reader: Reader) -> Fields:
    return listed(event, "seat", "card", *(["helper"] if may_read(reader, event.seat) else []))


def answered(event: e.Answered, reader: Reader) -> Fields:
    return listed(event, "seat", *(["aim"] if may_read(reader, event.seat) else []))


def help_drawn(event: e.HelpDrawn, reader: Reader) -> Fields:
    count: Fields = {"seat": event.seat, "count": len(event.cards)}
    return count | (listed(event, "cards") if may_read(reader, event.seat) else {})


def stopped(event: e.Stopped, reader: Reader) -> Fields:
    return listed(event, "seat", *(["columns", "copies"] if may_read(reader, event.seat) else []))


GUARDED: dict[type[Event], Callable[[Any, Reader], Fields]] = {
    e.HelpersDealt: helpers_dealt,
    e.Hired: hired,
    e.Answered: answered,
    e.HelpDrawn: help_drawn,
    e.Stopped: stopped,
}
