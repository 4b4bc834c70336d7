"""What a reader sees of Magpies. Everything starts from nothing."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.questions import Asked, Choices, Question
from games.rules.kernel.seats import AFTERWARDS, Onlooker, Reader, may_read
from games.rules.kernel.telling import Message, Param, Seen, Thing, Things, Who, listed
from tests.toy import table as t


def view(state: t.State, reader: Reader, choices: Callable[[t.State, Question], Choices]) -> t.View:
    mine = -1 if isinstance(reader, Onlooker) else reader
    return t.View(
        order=tuple(state.order),
        hand=dict(sorted(state.hands.get(mine, {}).items())),
        nest=dict(sorted(state.nests.get(mine, {}).items())),
        everything=everything(state) if reader is AFTERWARDS else {},
        hands={seat: sum(hand.values()) for seat, hand in state.hands.items()},
        nests={seat: sum(nest.values()) for seat, nest in state.nests.items()},
        shown=dict(state.shown),
        thrown=dict(state.thrown),
        deck=sum(state.urns.get("deck", {}).values()),
        round=state.round,
        actions=state.actions,
        questions=tuple(state.asked),
        asked=tuple(Asked(asked, choices(state, asked)) for asked in state.asked if asked.seat == mine),
    )


def everything(state: t.State) -> dict[int, dict[str, int]]:
    """Show all that was hidden: hands under the seat's number, nests under 100 more."""
    hands = {seat: dict(sorted(hand.items())) for seat, hand in state.hands.items()}
    return hands | {100 + seat: dict(sorted(nest.items())) for seat, nest in state.nests.items()}


PUBLIC_FIELDS: dict[type, tuple[str, ...]] = {
    t.Seated: ("order",),
    t.RoundBegan: ("round",),
    t.TurnBegan: ("seat",),
    t.Snatched: ("thief", "victim", "card"),
    t.Cawed: ("seat", "asks"),
    t.TheftEnded: ("thief", "victim", "card", "moved"),
    t.Rested: ("seat",),
    t.Flashed: ("seat",),
    t.Ended: (),
}


def redact(event: Event, reader: Reader, options: t.Options) -> Seen | None:
    if isinstance(event, t.Drew):
        return Seen("drew", drew(event, reader))
    if isinstance(event, t.Hid):
        return Seen("hid", listed(event, "seat", *(["card"] if may_read(reader, event.seat) else [])))
    return Seen(kind_of(event), listed(event, *PUBLIC_FIELDS[type(event)]))


def drew(event: t.Drew, reader: Reader) -> dict[str, object]:
    shown: dict[str, object] = {"seat": event.seat, "count": sum(event.cards.values())}
    return shown | {"cards": dict(sorted(event.cards.items()))} if may_read(reader, event.seat) else shown


def describe(seen: Seen) -> Message | None:
    fields = seen.fields
    people = [name for name in ("seat", "thief", "victim") if name in fields]
    params: dict[str, Param] = {name: Who(seen.seat(name)) for name in people}
    params |= {name: seen.number(name) for name in ("count", "round") if name in fields}
    if "card" in fields:
        params["card"] = Thing("card", seen.word("card"))
    if "cards" in fields:
        params["cards"] = Things("card", seen.counts("cards"))
    return Message(key(seen), params)


def key(seen: Seen) -> str:
    """Choose the sentence: some events are told in more than one way."""
    if seen.kind == "theft_ended":
        return "theft_ended" if seen.fields["moved"] else "theft_failed"
    if seen.kind in ("drew", "hid") and not {"card", "cards"} & seen.fields.keys():
        return f"{seen.kind}_unseen"
    return seen.kind
