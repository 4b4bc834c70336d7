"""The rules of Magpies, all of them; the sentences are in `words.py`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.rules.kernel.chance import Urns, add, copied, multiset, take
from games.rules.kernel.contract import Core, NoOptions, NoOrders, Outcome, Rules, SeatResult, Secrecy
from games.rules.kernel.events import Command, Event, kind_of, one_of
from games.rules.kernel.messages import Message, Param, Seen, Thing, Who, listed
from games.rules.kernel.meta import Meta
from games.rules.kernel.questions import Asked, Choice, Choices, Field, Question, offered
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber, Reader, Seat, may_read
from games.rules.kernel.table import Draft
from tests.toy.words import WORDS

DECK = {"bead": 12, "caw": 10, "ring": 10, "spoon": 8}
A_DAY = 2  # cards for each magpie, and as many actions


class State(msgspec.Struct):
    urns: Urns = {}
    hands: dict[Seat, dict[str, int]] = {}  # clockwise
    nests: dict[Seat, dict[str, int]] = {}
    to_act: list[Seat] = []  # seats whose actions are still to come today
    theft: Snatched | None = None
    asked: list[Question] = []
    over: bool = False


# --- what happens: every event is something a magpie did, and answers what that magpie was asked


class MagpieEvent(Event, frozen=True):
    seat: Seat


class Landed(MagpieEvent, frozen=True):
    """Take a place; from now on this magpie may crow, without being asked."""


class Drew(MagpieEvent, frozen=True):
    card: str


class Hid(MagpieEvent, frozen=True):
    card: str


class TurnBegan(MagpieEvent, frozen=True):
    """Start an action."""


class Snatched(MagpieEvent, frozen=True):
    victim: Seat
    card: str


class Cawed(Snatched, frozen=True):
    """Turn the theft around, at the price of a caw: the victim becomes the thief."""


class TheftEnded(MagpieEvent, frozen=True):
    thief: Seat
    card: str
    moved: bool


class Crowed(MagpieEvent, frozen=True):
    """End the game."""


def evolve(state: State, event: MagpieEvent, number: EventNumber) -> None:
    """Close the question that the event answers, move the cards, and open the next question."""
    state.asked = [one for one in state.asked if one.seat != event.seat or not one.awaited]
    match event:
        case Landed(seat):
            state.hands[seat], state.nests[seat] = {}, {}
            state.asked = [*state.asked, Question(number, seat, "crow", awaited=False)]
        case Drew(seat, card):
            add(state.hands[seat], {card: 1})
            state.to_act = [*state.to_act, seat]
            # With one more card to choose from, ask again.
            state.asked = [*state.asked, Question(number, seat, "hide", together="hide")]
        case Hid(seat, card):
            take(state.hands[seat], card)
            add(state.nests[seat], {card: 1})
        case TurnBegan(seat):
            state.to_act = state.to_act[1:]
            state.asked = [*state.asked, Question(number, seat, "turn")]
        case Snatched(seat, victim):
            if isinstance(event, Cawed):
                take(state.hands[seat], "caw")
            state.theft = event
            state.asked = [*state.asked, Question(number, victim, "caw")]
        case TheftEnded(seat, thief, card, True):
            take(state.hands[seat], card)
            add(state.hands[thief], {card: 1})
        case Crowed():
            state.over, state.asked = True, []


# --- what players may do


class Hide(Command, frozen=True):
    card: str


class Snatch(Command, frozen=True):
    victim: int
    card: str


class Caw(Command, frozen=True):
    """Turn a theft around."""


class Pass(Command, frozen=True):
    """Let a theft happen."""


class Crow(Command, frozen=True):
    """End the game."""


COMMANDS = (Hide, Snatch, Caw, Pass, Crow)


def choices(state: State, question: Question) -> Choices:
    """List the possible answers: only the seat that is asked may see them."""
    hand = state.hands[question.seat]
    if question.kind == "hide":
        return (Choice("hide", (Field("card", "card", tuple(sorted(hand))),)),)
    if question.kind == "turn":
        return (snatch(state.hands, question.seat),)
    if question.kind == "caw":
        return (Choice("pass"), Choice("caw")) if "caw" in hand else (Choice("pass"),)
    return (Choice("crow"),) if len(state.nests[question.seat]) == len(DECK) else ()


def snatch(seats: Iterable[Seat], thief: Seat) -> Choice:
    others = tuple(sorted({*seats} - {thief}))
    return Choice("snatch", (Field("victim", "seat", others), Field("card", "card", tuple(DECK))))


def silence(state: State, question: Question) -> Command:
    """Do the first thing on offer."""
    return first_of(choices(state, question))


def first_of(found: Choices) -> Command:
    return msgspec.convert(next(offered(found)), one_of(COMMANDS))


def public_choices(view: View, question: Question) -> Choices:
    """List the answers that everyone knows of: name any card for a theft, or let a theft happen."""
    return {"turn": (snatch(view.hands, question.seat),), "caw": (Choice("pass"),)}.get(question.kind, ())


def public_silence(view: View, question: Question) -> Command | None:
    """Do the first thing on offer, if everything offered before it is public too."""
    found = public_choices(view, question)
    return first_of(found) if found else None


def setup(draft: Draft[State, MagpieEvent], seats: int, options: NoOptions) -> None:
    for _ in range(seats):
        draft.emit(Landed(Seat(int(draft.draw("seats")))))
    go_on(draft)


def decide(draft: Draft[State, MagpieEvent], question: Question, seat: Seat, command: Command) -> None:
    """Play a command and what follows from it; raise Refused before the first event."""
    if msgspec.to_builtins(command) not in offered(choices(draft.state, question)):
        raise Refused("not_offered", asked=question.kind)
    match command, draft.state.theft:
        case Hide(card), _:
            draft.emit(Hid(seat, card))
        case Snatch(victim, card), _:
            draft.emit(Snatched(seat, Seat(victim), card))
        case Caw(), Snatched(thief, _, card):
            draft.emit(Cawed(seat, thief, card))
        case Pass(), Snatched(thief, _, card):
            draft.emit(TheftEnded(seat, thief, card, card in draft.state.hands[seat]))
        case Crow(), _:
            draft.emit(Crowed(seat))
    go_on(draft)


def go_on(draft: Draft[State, MagpieEvent]) -> None:
    """Continue until somebody is awaited or the game is over."""
    state = draft.state
    while not state.over and not any(one.awaited for one in state.asked):
        if state.to_act:
            draft.emit(TurnBegan(state.to_act[0]))
        elif sum(state.urns["deck"].values()) >= A_DAY * len(state.hands):
            for seat in [seat for seat in state.hands for _ in range(A_DAY)]:
                draft.emit(Drew(seat, draft.draw("deck")))
        else:  # too few cards for another day
            draft.emit(Crowed(min(state.hands)))


def outcome(state: State) -> Outcome | None:
    points = {seat: len(nest) for seat, nest in sorted(state.nests.items())}
    ranks = {seat: 1 + sum(other > mine for other in points.values()) for seat, mine in points.items()}
    return tuple(SeatResult(seat, ranks[seat], points[seat]) for seat in points) if state.over else None


# --- who may know what

PEOPLE = ("seat", "victim", "thief")


class View(msgspec.Struct, frozen=True):
    hands: dict[Seat, dict[str, int] | int]  # the cards, or only how many
    nests: dict[Seat, dict[str, int] | int]
    to_act: list[Seat]
    asked: tuple[Asked, ...]


def view(state: State, reader: Reader) -> View:
    """Build a view from nothing, adding what the reader may see."""
    hands = {seat: sight(reader, seat, hand) for seat, hand in state.hands.items()}
    nests = {seat: sight(reader, seat, nest) for seat, nest in state.nests.items()}
    asked = tuple(Asked(one, choices(state, one)) for one in state.asked if one.seat == reader)
    return View(hands, nests, state.to_act, asked)


def sight(reader: Reader, seat: Seat, pile: dict[str, int]) -> dict[str, int] | int:
    return multiset(pile) if may_read(reader, seat) else sum(pile.values())


def copy(state: State) -> State:
    """Copy what events change in place; everything else is replaced."""
    piles = {name: copied(getattr(state, name)) for name in ("urns", "hands", "nests")}
    return msgspec.structs.replace(state, **piles)


def redact(event: MagpieEvent, reader: Reader, options: NoOptions) -> Seen:
    """List the seats, and the card unless somebody else drew or hid it."""
    covered = isinstance(event, Drew | Hid) and not may_read(reader, event.seat)
    names = PEOPLE if covered else (*PEOPLE, "card", "moved")
    return Seen(kind_of(event), listed(event, *(name for name in names if hasattr(event, name))))


def describe(seen: Seen) -> Message:
    """Pick the sentence of the event's kind, or the one with a card if a card is seen to move."""
    params: dict[str, Param] = {name: Who(seen.seat(name)) for name in PEOPLE if name in seen.fields}
    if "card" not in seen.fields or not seen.fields.get("moved", True):
        return Message(seen.kind, params)
    return Message(f"{seen.kind}_card", {**params, "card": Thing("card", seen.word("card"))})


MAGPIES: Rules[State, MagpieEvent, Command, NoOptions, View, NoOrders] = Rules(
    meta=Meta(slug="magpies", title="Magpies", least_seats=2, most_seats=4, about="A toy for the tests."),
    core=Core(
        version=1,
        events=(Landed, Drew, Hid, TurnBegan, Snatched, Cawed, TheftEnded, Crowed),
        commands=COMMANDS,
        words=WORDS,
        asks=frozenset({"crow", "hide", "turn", "caw"}),
        tables=lambda options: {"deck": DECK},
        urns=lambda seats, options: {"deck": DECK, "seats": {str(seat): 1 for seat in range(seats)}},
        empty=State,
        setup=setup,
        evolve=evolve,
        copy=copy,
        open=lambda state: state.asked,
        choices=choices,
        silence=silence,
        decide=decide,
        view=view,
        redact=redact,
        describe=describe,
        outcome=outcome,
    ),
    secrecy=Secrecy(
        reveals=frozenset({"theft_ended"}),
        public_choices=public_choices,
        public_silence=public_silence,
    ),
)
