"""The rules of Magpies, all of them; its sentences stand in `words.py`."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from games.rules.kernel.chance import Urns, add, copied, multiset, take
from games.rules.kernel.contract import NoOrders, Outcome, Place, Rules
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Command, Event, kind_of
from games.rules.kernel.meta import Meta
from games.rules.kernel.questions import Asked, Choice, Choices, Field, Question, offered
from games.rules.kernel.refusal import Refused
from games.rules.kernel.robots import random_robot
from games.rules.kernel.seats import EventNumber, Reader, Seat, may_read
from games.rules.kernel.telling import Message, Param, Seen, Thing, Who, listed
from tests.toy.words import WORDS

VALUES = {"bead": 1, "caw": 0, "ring": 2, "spoon": 3}
DECK = {"bead": 16, "caw": 10, "ring": 12, "spoon": 8}  # more than four magpies can draw
PLAYABLE = {"hide": tuple(VALUES), "caw": ("caw",), "flash": ("spoon",)}  # the cards that answer
ROUNDS, ACTIONS, ENOUGH = 4, 2, 2

Piles = dict[Seat, dict[str, int]]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: Literal["random", "host"] = "random"


class State(msgspec.Struct):
    urns: Urns = {}
    order: list[Seat] = []
    hands: Piles = {}
    nests: Piles = {}
    shown: Piles = {}
    round: int = 0
    to_act: list[Seat] = []  # whose actions are still to come in this round
    theft: Snatched | None = None
    asked: list[Question] = []
    over: bool = False

    def ask(self, number: EventNumber, seat: Seat, kind: str, **more: Any) -> None:
        self.asked = [*self.asked, Question(number, seat, kind, **more)]

    def close(self, *seats: Seat) -> None:
        self.asked = [one for one in self.asked if one.seat not in seats or not one.awaited]


# --- what happens: each event says what it does to the table, and what of it everybody may read


class Fact(Event, frozen=True):
    public: ClassVar[tuple[str, ...]] = ()


class Seated(Fact, frozen=True):
    order: list[Seat]
    public = ("order",)

    def evolve(self, state: State, number: EventNumber) -> None:
        state.order = self.order
        for seat in self.order:
            state.hands[seat], state.nests[seat], state.shown[seat] = {}, {}, {}
            state.ask(number, seat, "flash", awaited=False)


class Drew(Fact, frozen=True):
    seat: Seat
    card: str
    public = ("seat",)

    def evolve(self, state: State, number: EventNumber) -> None:
        add(state.hands[self.seat], {self.card: 1})
        state.close(self.seat)


class RoundBegan(Fact, frozen=True):
    round: int
    turns: list[Seat]
    public = ("round", "turns")

    def evolve(self, state: State, number: EventNumber) -> None:
        state.round, state.to_act = self.round, self.turns
        for seat in state.order:
            if state.hands[seat]:
                state.ask(number, seat, "hide", together=f"hide {self.round}")


class Hid(Fact, frozen=True):
    seat: Seat
    card: str
    public = ("seat",)

    def evolve(self, state: State, number: EventNumber) -> None:
        take(state.hands[self.seat], self.card)
        add(state.nests[self.seat], {self.card: 1})
        state.close(self.seat)


class TurnBegan(Fact, frozen=True):
    seat: Seat
    public = ("seat",)

    def evolve(self, state: State, number: EventNumber) -> None:
        state.to_act = state.to_act[1:]
        state.ask(number, self.seat, "turn")


class Snatched(Fact, frozen=True):
    thief: Seat
    victim: Seat
    card: str
    public = ("thief", "victim", "card")

    def evolve(self, state: State, number: EventNumber) -> None:
        state.theft = self
        state.close(self.thief)
        state.ask(number, self.victim, "caw")


class Played(Fact, frozen=True):
    """A spoon, or a caw, which somebody may answer with another."""

    seat: Seat
    card: str
    asks: Seat | None
    public = ("seat", "card", "asks")

    def evolve(self, state: State, number: EventNumber) -> None:
        take(state.hands[self.seat], self.card)
        add(state.shown[self.seat], {self.card: 1})
        if self.asks is not None:
            state.close(self.seat)
            state.ask(number, self.asks, "caw")
        for old in [one for one in state.asked if (one.kind, one.seat) == ("hide", self.seat)]:
            state.close(self.seat)  # there is one card less to choose from: it is asked anew
            if state.hands[self.seat]:
                state.ask(number, self.seat, "hide", together=old.together, replaces=old.opened)


class TheftEnded(Fact, frozen=True):
    thief: Seat
    victim: Seat
    card: str
    moved: bool
    public = ("thief", "victim", "card", "moved")

    def evolve(self, state: State, number: EventNumber) -> None:
        state.close(self.thief, self.victim)
        if self.moved:
            take(state.hands[self.victim], self.card)
            add(state.hands[self.thief], {self.card: 1})


class Ended(Fact, frozen=True):
    def evolve(self, state: State, number: EventNumber) -> None:
        state.over, state.asked = True, []


def evolve(state: State, event: Any, number: EventNumber) -> None:
    event.evolve(state, number)


class Play(Command, frozen=True):
    card: str


class Snatch(Command, frozen=True):
    victim: int
    card: str


class Draw(Command, frozen=True):
    pass


class Pass(Command, frozen=True):
    pass


def setup(draft: Draft[State, Any], seats: int, options: Options) -> None:
    drawn = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    draft.emit(Seated(drawn if options.first == "random" else sorted(drawn)))
    for seat in draft.state.order * 3:
        draft.emit(Drew(seat, draft.draw("deck")))
    go_on(draft)


def go_on(draft: Draft[State, Any]) -> None:
    """Begin what comes next, until somebody is awaited or it is over."""
    state = draft.state
    while not state.over and not any(one.awaited for one in state.asked):
        if state.to_act:
            draft.emit(TurnBegan(state.to_act[0]))
        elif state.round < ROUNDS:
            draft.emit(RoundBegan(state.round + 1, [seat for seat in state.order for _ in range(ACTIONS)]))
        else:
            draft.emit(Ended())


def choices(state: State, question: Question) -> Choices:
    if question.kind == "turn":
        others = tuple(seat for seat in sorted(state.order) if seat != question.seat)
        victim, card = Field("victim", "seat", others), Field("card", "card", tuple(VALUES))
        return Choice("draw"), Choice("snatch", (victim, card))
    cards = tuple(card for card in PLAYABLE[question.kind] if card in state.hands[question.seat])
    play = (Choice("play", (Field("card", "card", cards),)),) if cards else ()
    return (*play, Choice("pass")) if question.kind == "caw" else play


def silence(state: State, question: Question) -> Command:
    if question.kind == "hide":
        return Play(min(state.hands[question.seat]))
    return Draw() if question.kind == "turn" else Pass()


def decide(draft: Draft[State, Any], question: Question, seat: Seat, command: Command) -> None:
    if msgspec.to_builtins(command) not in offered(choices(draft.state, question)):
        raise Refused("not_offered", asked=question.kind)
    match question.kind, command:
        case "hide", Play(card):
            draft.emit(Hid(seat, card))
        case "flash", Play(card):
            draft.emit(Played(seat, card, None))
            if draft.state.shown[seat][card] == ENOUGH:
                draft.emit(Ended())
        case "caw", _:
            answer_theft(draft, seat, command)
        case "turn", Snatch(victim, card):
            draft.emit(Snatched(seat, Seat(victim), card))
        case "turn", _:
            draft.emit(Drew(seat, draft.draw("deck")))
    go_on(draft)


def answer_theft(draft: Draft[State, Any], seat: Seat, command: Command) -> None:
    """Caw, which asks the other bird; or pass: a thief gets nothing then, a victim is robbed."""
    theft = draft.state.theft
    assert theft is not None
    thief, victim, card = theft.thief, theft.victim, theft.card
    if isinstance(command, Play):
        draft.emit(Played(seat, "caw", thief if seat == victim else victim))
    else:
        draft.emit(TheftEnded(thief, victim, card, seat == victim and card in draft.state.hands[victim]))


def outcome(state: State) -> Outcome | None:
    points = {seat: worth(state, seat) for seat in sorted(state.order)}
    ranks = {seat: 1 + sum(other > mine for other in points.values()) for seat, mine in points.items()}
    return tuple(Place(seat, ranks[seat], points[seat]) for seat in points) if state.over else None


def worth(state: State, seat: Seat) -> int:
    """Count a magpie's cards, those in its nest twice."""
    piles = (state.hands[seat], state.shown[seat], state.nests[seat], state.nests[seat])
    return sum(VALUES[card] * count for pile in piles for card, count in pile.items())


class View(msgspec.Struct, frozen=True):
    order: list[Seat]
    hands: dict[Seat, dict[str, int] | int]  # the cards, or how many, as the reader may know it
    nests: dict[Seat, dict[str, int] | int]
    shown: Piles
    round: int
    to_act: list[Seat]
    asked: tuple[Asked, ...]


def view(state: State, reader: Reader) -> View:
    asked = tuple(Asked(one, choices(state, one)) for one in state.asked if one.seat == reader)
    hands = {seat: sight(reader, seat, hand) for seat, hand in state.hands.items()}
    nests = {seat: sight(reader, seat, nest) for seat, nest in state.nests.items()}
    return View(state.order, hands, nests, copied(state.shown), state.round, state.to_act, asked)


def sight(reader: Reader, seat: Seat, pile: dict[str, int]) -> dict[str, int] | int:
    return multiset(pile) if may_read(reader, seat) else sum(pile.values())


def copy(state: State) -> State:
    """Copy what events change in place; all else they replace."""
    names = ("urns", "hands", "nests", "shown")
    return msgspec.structs.replace(state, **{name: copied(getattr(state, name)) for name in names})


def redact(event: Any, reader: Reader, options: Options) -> Seen:
    own = ("card",) if isinstance(event, Drew | Hid) and may_read(reader, event.seat) else ()
    return Seen(kind_of(event), listed(event, *event.public, *own))


def describe(seen: Seen) -> Message:
    people = [name for name in ("seat", "thief", "victim") if name in seen.fields]
    params: dict[str, Param] = {name: Who(seen.seat(name)) for name in people}
    if "card" in seen.fields:
        params["card"] = Thing("card", seen.word("card"))
    unlike = "card" not in params or not seen.fields.get("moved", True)
    return Message(seen.kind + "_otherwise" * (unlike and f"{seen.kind}_otherwise" in WORDS), params)


MAGPIES: Rules[State, Any, Any, Options, View, NoOrders] = Rules(
    meta=Meta(slug="magpies", title="Magpies", least_seats=2, most_seats=4, about="A toy for the tests."),
    version=1,
    events=(Seated, Drew, RoundBegan, Hid, TurnBegan, Snatched, Played, TheftEnded, Ended),
    commands=(Play, Snatch, Draw, Pass),
    options=Options,
    words=WORDS,
    asks=frozenset({"turn", *PLAYABLE}),
    windows=frozenset({"caw"}),
    reveals=frozenset({"theft_ended"}),
    tables=lambda options: {"values": VALUES, "deck": DECK},
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
    bots={"random": random_robot((Play, Snatch, Draw, Pass))},
    sensible="random",
    outcome=outcome,
)
