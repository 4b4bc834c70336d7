"""What each reader may see of a record, the kernel's own events included."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.events import Opened, Record, Rewound, TimeUp
from games.rules.kernel.messages import Message, Row, Seen, Who, Words, listed
from games.rules.kernel.seats import Reader

_SEEN: dict[type, Callable[[msgspec.Struct], dict[str, object]]] = {
    Opened: lambda event: listed(
        event, "game", "rules", "commitment", "tables", "seats", "words", "options", "urns"
    ),
    # Names of questions and numbers of events stay out: each reader counts only the events they see.
    TimeUp: lambda event: listed(event, "seat", "asked"),
    Rewound: lambda event: {},
}

WORDS: Words = {
    "opened": Row("The match is open, and its draws are sealed."),
    "time_up": Row("Time is up for {seat}."),
    "rewound": Row("The match goes back to an earlier moment."),
    "nothing": Row("nothing"),
}


def seen(rules: Rules[S, E, C, O, V, P], record: Record[E], reader: Reader, options: O) -> Seen | None:
    """Give the event of a record as `reader` may see it, or None."""
    kernel = _SEEN.get(type(record.event))
    if kernel is not None:
        kind = type(record.event).__struct_config__.tag
        return Seen(str(kind), kernel(record.event))
    return rules.core.redact(record.event, reader, options)


def seen_in(
    rules: Rules[S, E, C, O, V, P], records: Iterable[Record[E]], reader: Reader, options: O
) -> list[Seen]:
    """Give what `reader` may see of some records, in their order."""
    events = (seen(rules, record, reader, options) for record in records)
    return [event for event in events if event is not None]


def message(rules: Rules[S, E, C, O, V, P], event: Seen) -> Message | None:
    """Make the message for an event, or None if it is worth no sentence."""
    if event.kind in WORDS:
        return Message(event.kind, {"seat": Who(event.seat("seat"))} if event.kind == "time_up" else {})
    return rules.core.describe(event)


def reads_whole(record: Record[E], event: Seen | None) -> bool:
    """Tell whether a reader sees everything in a record, so that they may have its bytes.

    Chance stays hidden until the end: what was drawn out of how many gives away what is elsewhere.
    """
    if event is None or record.puts or record.draws:
        return False
    return all(
        name in event.fields and event.fields[name] == getattr(record.event, name)
        for name in record.event.__struct_fields__
    )
