"""The events of Quartz. Facts only: each field is what happened."""

from __future__ import annotations

from typing import ClassVar

from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat


class SatDown(Event, frozen=True):
    """Clockwise order, and the options that play depends on."""

    order: list[Seat]
    covered: bool
    thrill: bool
    silence: str
    values: dict[str, int]
    sale: dict[str, int]
    bravery_coins: list[int]


class DaysChosen(Event, frozen=True):
    """The match lasts fewer days than usual."""

    days: int


class DayBegan(Event, frozen=True):
    day: int
    first: Seat


class CardsDealt(Event, frozen=True):
    """Cards go from the deck to one hand."""

    seat: Seat
    cards: dict[str, int]


class DeckShuffled(Event, frozen=True):
    """The discard pile becomes the deck."""

    cards: int


class SpaceFilled(Event, frozen=True):
    card: str | None
    coins: int


class TurnBegan(Event, frozen=True):
    seat: Seat


class Mined(Event, frozen=True):
    seat: Seat
    gem: str


class CardPlayed(Event, frozen=True):
    """An action card leaves the hand, with every choice it names."""

    seat: Seat
    card: str
    target: Seat | None
    gives: str | None
    takes: dict[str, int]


class WindowOpened(Event, frozen=True):
    """The dwarf attacked may answer."""

    seat: Seat
    card: str


class TrayFilled(Event, frozen=True):
    """Crystals are drawn onto the open tray; `back`: obsidian among them that went straight back."""

    seat: Seat
    card: str
    gems: dict[str, int]
    back: int
    asks: Seat | None


class Kept(Event, frozen=True):
    seat: Seat
    gems: dict[str, int]
    back: dict[str, int]


class Replaced(Event, frozen=True):
    seat: Seat
    gave: str | None
    took: str | None
    back: dict[str, int]


class Traded(Event, frozen=True):
    seat: Seat
    target: Seat
    gave: str
    took: str


class Shoved(Event, frozen=True):
    """Dwarves lose a crystal each: by seat."""

    seat: Seat
    losses: list[tuple[Seat, str]]


class Parked(Event, frozen=True):
    """A crystal moves onto a what_crystal card; since version 2 it may be obsidian."""

    version: ClassVar[int] = 2

    seat: Seat
    gem: str


class Shared(Event, frozen=True):
    """The outcome of gimme_a_hand: what `player` took and `miner` keeps."""

    player: Seat
    miner: Seat
    took: str | None
    kept: dict[str, int]
    back: dict[str, int]


class Stolen(Event, frozen=True):
    thief: Seat
    victim: Seat
    gems: dict[str, int]


class ObsidianLanded(Event, frozen=True):
    """The obsidian on a played not_mine reaches a cart."""

    seat: Seat


class LetHappen(Event, frozen=True):
    """The dwarf attacked doesn't answer, for whatever reason."""

    seat: Seat


class Reacted(Event, frozen=True):
    """A reaction is played: `to` is the dwarf it passes the obsidian to."""

    seat: Seat
    card: str
    to: Seat | None


class TakenBack(Event, frozen=True):
    """A theft fails, and the robbed dwarf takes a crystal from the thief, if there is one."""

    seat: Seat
    thief: Seat
    gem: str | None


class ObsidianLost(Event, frozen=True):
    """Nobody is left to pass the obsidian to: it goes back to the bag."""


class TokenSpent(Event, frozen=True):
    seat: Seat


class AccidentTaken(Event, frozen=True):
    """The owner of a token lets the accident happen."""

    seat: Seat


class AccidentHappened(Event, frozen=True):
    seat: Seat
    lost: dict[str, int]
    token: bool  # whether a token was gained


class SpaceEmptied(Event, frozen=True):
    card: str | None
    coins: int


class LeftMine(Event, frozen=True):
    """A dwarf goes home; `bonus`: a bravery space was taken."""

    seat: Seat
    bonus: bool
    card: str | None
    coins: int


class StayedLast(Event, frozen=True):
    """The last dwarf inside takes the last bravery space."""

    seat: Seat
    card: str | None
    coins: int


class AloneInside(Event, frozen=True):
    """With `thrill`: the last dwarf inside is asked."""

    seat: Seat


class BonusGivenUp(Event, frozen=True):
    seat: Seat
    card: str | None
    coins: int


class ThrillEnded(Event, frozen=True):
    seat: Seat


class EveningFell(Event, frozen=True):
    day: int


class CrystalsSold(Event, frozen=True):
    """What was sold and stored is secret; how many and for how much is public."""

    seat: Seat
    stored: dict[str, int]
    sold: dict[str, int]
    coins: int

    @property
    def stored_count(self) -> int:
        return sum(self.stored.values())

    @property
    def sold_count(self) -> int:
        return sum(self.sold.values())


class HandSold(Event, frozen=True):
    """After the last day: cards and the token turn into coins."""

    seat: Seat
    cards: dict[str, int]
    coins: int
    token: int


class MatchEnded(Event, frozen=True):
    pass
