"""The cards of Magpies, what is written of them, and what may be asked for."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.kernel.chance import Urns
from games.rules.kernel.events import Command, Event
from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import Seat

VALUES = {"bead": 1, "ring": 2, "spoon": 3, "caw": 0}
COPIES = {"bead": 9, "ring": 7, "spoon": 6, "caw": 6}
ENOUGH = 6
ROUNDS = 5

Card = Literal["bead", "ring", "spoon", "caw"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: Literal["random", "host"] = "random"


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    caw: Literal["ask", "never"] = "ask"


class Theft(msgspec.Struct):
    thief: Seat
    victim: Seat
    card: str
    caws: int = 0


class State(msgspec.Struct):
    urns: Urns = {}
    order: list[Seat] = []
    hands: dict[int, dict[str, int]] = {}
    nests: dict[int, dict[str, int]] = {}
    shown: dict[int, int] = {}
    thrown: dict[str, int] = {}
    round: int = 0
    actions: int = 0
    theft: Theft | None = None
    asked: list[Question] = []
    over: bool = False


class View(msgspec.Struct, frozen=True):
    order: tuple[Seat, ...]
    hand: dict[str, int]
    nest: dict[str, int]
    everything: dict[int, dict[str, int]]  # all hands and nests, once it is over
    hands: dict[int, int]
    nests: dict[int, int]
    shown: dict[int, int]
    thrown: dict[str, int]
    deck: int
    round: int
    actions: int
    questions: tuple[Question, ...]
    asked: tuple[Asked, ...]


class Seated(Event, frozen=True):
    order: list[Seat]


class Drew(Event, frozen=True):
    seat: Seat
    cards: dict[str, int]


class RoundBegan(Event, frozen=True):
    round: int


class Hid(Event, frozen=True):
    seat: Seat
    card: str


class TurnBegan(Event, frozen=True):
    seat: Seat


class Snatched(Event, frozen=True):
    """A theft is tried; the robbed bird is asked."""

    thief: Seat
    victim: Seat
    card: str


class Cawed(Event, frozen=True):
    seat: Seat
    asks: Seat | None  # who may caw back


class TheftEnded(Event, frozen=True):
    thief: Seat
    victim: Seat
    card: str
    moved: bool


class Rested(Event, frozen=True):
    seat: Seat


class Flashed(Event, frozen=True):
    seat: Seat


class Ended(Event, frozen=True):
    pass


class Hide(Command, frozen=True):
    card: Card


class Draw(Command, frozen=True):
    pass


class Snatch(Command, frozen=True):
    victim: int
    card: Card


class Rest(Command, frozen=True):
    pass


class Caw(Command, frozen=True):
    pass


class Let(Command, frozen=True):
    pass


class Flash(Command, frozen=True):
    pass
