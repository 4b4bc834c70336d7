"""The rules of Magpies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.rules.kernel.chance import Urns, add, multiset, take
from games.rules.kernel.contract import Outcome, Place, Rules
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Command, Event
from games.rules.kernel.meta import Meta
from games.rules.kernel.questions import Choice, Choices, Field, Question
from games.rules.kernel.refusal import Refused
from games.rules.kernel.robots import random_robot
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.kernel.telling import Seen
from tests.toy import table as t
from tests.toy.sight import describe, redact, view
from tests.toy.words import WORDS

Table = Draft[t.State, Event]


def urns(seats: int, options: t.Options) -> Urns:
    return {"deck": dict(t.COPIES), "seats": {str(seat): 1 for seat in range(seats)}}


def setup(draft: Table, seats: int, options: t.Options) -> None:
    order = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    draft.emit(t.Seated(order if options.first == "random" else sorted(order)))
    for seat in draft.state.order:
        draft.emit(t.Drew(seat, deal(draft, 3)))
    draft.emit(t.RoundBegan(1))


def deal(draft: Table, count: int) -> dict[str, int]:
    ready = min(count, sum(draft.state.urns["deck"].values()))
    return multiset(draft.draw("deck") for _ in range(ready))


# --- bookkeeping


def copy(state: t.State) -> t.State:
    return t.State(
        urns={name: dict(urn) for name, urn in state.urns.items()},
        order=list(state.order),
        hands={seat: dict(hand) for seat, hand in state.hands.items()},
        nests={seat: dict(nest) for seat, nest in state.nests.items()},
        shown=dict(state.shown),
        thrown=dict(state.thrown),
        round=state.round,
        actions=state.actions,
        theft=msgspec.structs.replace(state.theft) if state.theft else None,
        asked=list(state.asked),
        over=state.over,
    )


def asks(state: t.State, number: EventNumber, seat: Seat, kind: str, **more: Any) -> None:
    state.asked.append(Question(opened=number, seat=seat, kind=kind, **more))


def answered(state: t.State, kind: str, seat: Seat) -> None:
    state.asked = [asked for asked in state.asked if (asked.kind, asked.seat) != (kind, seat)]


def asks_turn(state: t.State, number: EventNumber, seat: Seat) -> None:
    answered(state, "turn", seat)
    if state.actions:
        asks(state, number, seat, "turn")


def seated(state: t.State, event: t.Seated, number: EventNumber) -> None:
    state.order = list(event.order)
    state.hands = {seat: {} for seat in sorted(event.order)}
    state.nests = {seat: {} for seat in sorted(event.order)}
    state.shown = dict.fromkeys(sorted(event.order), 0)
    for seat in event.order:
        asks(state, number, seat, "flash", awaited=False)


def drew(state: t.State, event: t.Drew, number: EventNumber) -> None:
    add(state.hands[event.seat], event.cards)
    if state.round:
        state.actions -= 1
        asks_turn(state, number, event.seat)


def round_began(state: t.State, event: t.RoundBegan, number: EventNumber) -> None:
    state.round = event.round
    for seat in state.order:
        if state.hands[seat]:
            asks(state, number, seat, "hide", together=f"hide {event.round}")


def hid(state: t.State, event: t.Hid, number: EventNumber) -> None:
    take(state.hands[event.seat], event.card)
    add(state.nests[event.seat], {event.card: 1})
    answered(state, "hide", event.seat)


def turn_began(state: t.State, event: t.TurnBegan, number: EventNumber) -> None:
    state.actions = 2
    asks_turn(state, number, event.seat)


def snatched(state: t.State, event: t.Snatched, number: EventNumber) -> None:
    state.theft = t.Theft(event.thief, event.victim, event.card)
    state.actions -= 1
    answered(state, "turn", event.thief)
    asks(state, number, event.victim, "shoo")


def cawed(state: t.State, event: t.Cawed, number: EventNumber) -> None:
    take(state.hands[event.seat], "caw")
    add(state.thrown, {"caw": 1})
    answered(state, "shoo", event.seat)
    answered(state, "caw_back", event.seat)
    if state.theft:
        state.theft.caws += 1
    if event.asks is not None:
        asks(state, number, event.asks, "caw_back")


def theft_ended(state: t.State, event: t.TheftEnded, number: EventNumber) -> None:
    answered(state, "shoo", event.victim)
    answered(state, "caw_back", event.thief)
    if event.moved:
        take(state.hands[event.victim], event.card)
        add(state.hands[event.thief], {event.card: 1})
    state.theft = None
    asks_turn(state, number, event.thief)


def rested(state: t.State, event: t.Rested, number: EventNumber) -> None:
    state.actions = 0
    answered(state, "turn", event.seat)


def flashed(state: t.State, event: t.Flashed, number: EventNumber) -> None:
    """Show a spoon. What the others, or its owner, may answer can change by it: asked anew."""
    take(state.hands[event.seat], "spoon")
    state.shown[event.seat] += t.VALUES["spoon"]
    for old in [asked for asked in state.asked if asked.kind in ("turn", "hide")]:
        if old.kind == "hide" and old.seat != event.seat:
            continue
        answered(state, old.kind, old.seat)
        if old.kind == "turn" or state.hands[old.seat]:
            asks(state, number, old.seat, old.kind, together=old.together, replaces=old.opened)


def ended(state: t.State, event: t.Ended, number: EventNumber) -> None:
    state.over, state.asked, state.theft = True, [], None


EVOLVE: dict[type, Callable[[t.State, Any, EventNumber], None]] = {
    t.Seated: seated,
    t.Drew: drew,
    t.RoundBegan: round_began,
    t.Hid: hid,
    t.TurnBegan: turn_began,
    t.Snatched: snatched,
    t.Cawed: cawed,
    t.TheftEnded: theft_ended,
    t.Rested: rested,
    t.Flashed: flashed,
    t.Ended: ended,
}


def evolve(state: t.State, event: Event, number: EventNumber) -> None:
    EVOLVE[type(event)](state, event, number)


# --- what may be answered


def choices(state: t.State, question: Question) -> Choices:
    hand = state.hands[question.seat]
    match question.kind:
        case "hide":
            return (Choice("hide", (Field("card", "card", tuple(sorted(hand))),)),)
        case "turn":
            others = tuple(
                seat for seat in sorted(state.order) if seat != question.seat and state.hands[seat]
            )
            snatch = (Field("victim", "seat", others), Field("card", "card", tuple(sorted(t.VALUES))))
            return (
                *([Choice("draw")] if state.urns["deck"] else []),
                *([Choice("snatch", snatch)] if others else []),
                Choice("rest"),
            )
        case "flash":
            return (Choice("flash"),) if "spoon" in hand else ()
        case _:
            return (*([Choice("caw")] if "caw" in hand else []), Choice("let"))


def silence(state: t.State, question: Question) -> Command:
    if question.kind == "hide":
        return t.Hide(min(state.hands[question.seat]))  # type: ignore[arg-type]  # a card, as the hand knows it
    return t.Rest() if question.kind == "turn" else t.Let()


# --- the judge


def decide(draft: Table, question: Question, seat: Seat, command: Command) -> None:
    judges = DECIDE.get(question.kind, {})
    if type(command) not in judges:
        raise Refused("not_an_answer")
    judges[type(command)](draft, seat, command)


def hide(draft: Table, seat: Seat, command: t.Hide) -> None:
    if command.card not in draft.state.hands[seat]:
        raise Refused("not_in_hand", card=command.card)
    draft.emit(t.Hid(seat, command.card))
    begin_turns(draft)


def begin_turns(draft: Table) -> None:
    if not draft.state.over and all(asked.kind == "flash" for asked in draft.state.asked):
        draft.emit(t.TurnBegan(draft.state.order[0]))


def draw(draft: Table, seat: Seat, command: t.Draw) -> None:
    if not draft.state.urns["deck"]:
        raise Refused("not_offered")
    draft.emit(t.Drew(seat, deal(draft, 1)))
    pass_on(draft, seat)


def snatch(draft: Table, seat: Seat, command: t.Snatch) -> None:
    victim = Seat(command.victim)
    if victim == seat or not draft.state.hands.get(victim):
        raise Refused("not_offered", victim=command.victim)
    draft.emit(t.Snatched(seat, victim, command.card))


def rest(draft: Table, seat: Seat, command: t.Rest) -> None:
    draft.emit(t.Rested(seat))
    pass_on(draft, seat)


def caw(draft: Table, seat: Seat, command: t.Caw) -> None:
    theft = draft.state.theft
    if theft is None or "caw" not in draft.state.hands[seat]:
        raise Refused("not_in_hand", card="caw")
    may_answer = seat == theft.victim and bool(draft.state.hands[theft.thief])
    draft.emit(t.Cawed(seat, theft.thief if may_answer else None))
    if not may_answer:
        end_theft(draft)


def let(draft: Table, seat: Seat, command: t.Let) -> None:
    end_theft(draft)


def end_theft(draft: Table) -> None:
    theft = draft.state.theft
    assert theft is not None
    moved = theft.caws != 1 and theft.card in draft.state.hands[theft.victim]
    draft.emit(t.TheftEnded(theft.thief, theft.victim, theft.card, moved))
    pass_on(draft, theft.thief)


def pass_on(draft: Table, seat: Seat) -> None:
    """Go to the next turn, the next round or the end once this turn has no actions left."""
    state = draft.state
    if state.actions:
        return
    if seat != state.order[-1]:
        draft.emit(t.TurnBegan(state.order[state.order.index(seat) + 1]))
    elif state.round == t.ROUNDS:
        draft.emit(t.Ended())
    else:
        draft.emit(t.RoundBegan(state.round + 1))
        begin_turns(draft)  # nobody holds a card: nothing to hide


def flash(draft: Table, seat: Seat, command: t.Flash) -> None:
    if "spoon" not in draft.state.hands[seat]:
        raise Refused("not_in_hand", card="spoon")
    draft.emit(t.Flashed(seat))
    if draft.state.shown[seat] >= t.ENOUGH:
        draft.emit(t.Ended())
    begin_turns(draft)


DECIDE: dict[str, dict[type, Callable[[Table, Seat, Any], None]]] = {
    "hide": {t.Hide: hide},
    "turn": {t.Draw: draw, t.Snatch: snatch, t.Rest: rest},
    "shoo": {t.Caw: caw, t.Let: let},
    "caw_back": {t.Caw: caw, t.Let: let},
    "flash": {t.Flash: flash},
}


def outcome(state: t.State) -> Outcome | None:
    if not state.over:
        return None
    points = {seat: score(state, seat) for seat in state.hands}
    ranks = {seat: 1 + sum(other > mine for other in points.values()) for seat, mine in points.items()}
    return tuple(Place(Seat(seat), ranks[seat], points[seat]) for seat in points)


def score(state: t.State, seat: int) -> int:
    nest = sum(2 * t.VALUES[card] * count for card, count in state.nests[seat].items())
    return state.shown[seat] + nest + sum(t.VALUES[card] * count for card, count in state.hands[seat].items())


def answer(
    sight: t.View, question: Question, orders: t.Orders, since: Sequence[Seen], late: bool
) -> Command | None:
    return t.Let() if question.kind in ("shoo", "caw_back") and orders.caw == "never" else None


MAGPIES = Rules(
    meta=Meta(slug="magpies", title="Magpies", least_seats=2, most_seats=4, about="A toy for the tests."),
    version=1,
    events=tuple(EVOLVE),
    commands=(t.Hide, t.Draw, t.Snatch, t.Rest, t.Caw, t.Let, t.Flash),
    options=t.Options,
    orders=t.Orders,
    words=WORDS,
    asks=frozenset(DECIDE),
    windows=frozenset({"shoo", "caw_back"}),
    reveals=frozenset({"theft_ended"}),
    refusals=frozenset({"not_in_hand"}),
    tables=lambda options: {"values": t.VALUES, "copies": t.COPIES},
    urns=urns,
    empty=t.State,
    setup=setup,
    evolve=evolve,
    copy=copy,
    open=lambda state: state.asked,
    choices=choices,
    silence=silence,
    decide=decide,
    view=lambda state, reader: view(state, reader, choices),
    redact=redact,
    describe=describe,
    answer=answer,
    ahead=lambda sight, orders, since: None,
    patience=lambda orders: None,
    unplanned=lambda orders: orders,
    bots={"random": random_robot((t.Hide, t.Draw, t.Snatch, t.Rest, t.Caw, t.Let, t.Flash))},
    sensible="random",
    outcome=outcome,
)
