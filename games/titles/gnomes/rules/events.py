"""What happens in Gnomes, as it is written down. Facts only: every field is what came of it."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import Tables


class SatDown(Event, frozen=True):
    """Clockwise order, and the figures that play depends on; everyone takes nine cards and seven dwarves."""

    order: list[Seat]
    cards: list[str]
    dwarves: int
    rounds: int
    tables: Tables


class GoalsOpened(Event, frozen=True):
    goals: list[str]


class SecretDealt(Event, frozen=True):
    """A secret goal goes to one seat; only that seat sees it."""

    seat: Seat
    goal: str


class GemGiven(Event, frozen=True):
    """A seat that goes later begins with a gem, by an option."""

    seat: Seat
    gem: str


class TurnBegan(Event, frozen=True):
    """Its player is asked for the first step. `round`: counted from one, it begins with the first player."""

    seat: Seat
    round: int


class StepAsked(Event, frozen=True):
    """The turn goes on: its player is asked for the next step. `watching`: who may show a goal just now."""

    seat: Seat
    part: str
    watching: list[Seat]


class MomentCame(Event, frozen=True):
    """Within one answer orders are looked at: those of `watching`, then those of `seat`, who goes on.

    `steps`: what is still to come of a whole turn; `then`: "choose" a work, "finish" the turn, or "" to
    go on.
    """

    seat: Seat
    watching: list[Seat]
    steps: str
    then: str


# --- actions


class KingdomPlayed(Event, frozen=True):
    """`own`: chosen by its player, not by silence."""

    seat: Seat
    card: str
    place: str
    turn: int
    own: bool


class DwarfPlaced(Event, frozen=True):
    seat: Seat
    place: str


class DwarfMoved(Event, frozen=True):
    seat: Seat
    start: str
    to: str


# --- ogres; each goes face up to the used ones


class Bounced(Event, frozen=True):
    """A bouncer sends dwarves of a rival home from one card."""

    seat: Seat
    rival: Seat
    place: str
    count: int


class DwarfShoved(Event, frozen=True):
    """A shover moves a dwarf to the next card. `again`: the second one, with the same ogre."""

    seat: Seat
    owner: Seat
    start: str
    to: str
    again: bool


class GemStolen(Event, frozen=True):
    """A thief takes a gem out of a hand; the two concerned see which."""

    seat: Seat
    rival: Seat
    gem: str


class OgreStolen(Event, frozen=True):
    """A sharp takes an ogre out of a hand; the two concerned see which."""

    seat: Seat
    rival: Seat
    ogre: str


class DwarvesSwapped(Event, frozen=True):
    """A changer lets two dwarves change places."""

    seat: Seat
    first: Seat
    start: str
    second: Seat
    to: str


class GoalShown(Event, frozen=True):
    """A secret goal is met and shown. `final`: at the count."""

    seat: Seat
    goal: str
    final: bool


# --- work; `home`: how many dwarves go home from the card


class WorkBegan(Event, frozen=True):
    seat: Seat


class GemsMined(Event, frozen=True):
    seat: Seat
    place: str
    home: int
    gem: str
    count: int


class OgresShuffled(Event, frozen=True):
    """The used ogres become the new pile."""

    count: int


class OgreHired(Event, frozen=True):
    seat: Seat
    place: str
    home: int
    ogre: str


class StackDug(Event, frozen=True):
    """The top card of a stack goes to its bottom."""

    seat: Seat
    place: str
    home: int
    stack: str
    card: str


class GoalBought(Event, frozen=True):
    """A trade goal is paid. `opened`: the goal that takes its place, if there is one."""

    seat: Seat
    place: str
    home: int
    goal: str
    points: int
    paid: dict[str, int]
    opened: str | None


class MonsterSlain(Event, frozen=True):
    """`others`: dwarves of other seats that go home too, by the seat's number as a text."""

    seat: Seat
    place: str
    home: int
    card: str
    others: dict[str, int]


class WorkedInVain(Event, frozen=True):
    """Dwarves go home with nothing. `why`: "empty", "dragon", "monster", "no_stack", "no_trade", "rest"."""

    seat: Seat
    place: str
    home: int
    why: str


# --- the end of a turn


class CardsDiscarded(Event, frozen=True):
    """Cards over the hand limit: gems to their piles, ogres to the used ones."""

    seat: Seat
    gems: dict[str, int]
    ogres: list[str]


class LastTurnsBegan(Event, frozen=True):
    """A player has met three goals: after this turn everyone has one more."""

    seat: Seat
    turns: int


class TurnEnded(Event, frozen=True):
    seat: Seat


class MatchEnded(Event, frozen=True):
    """`why`: "goals", "silence" or "rounds"."""

    why: str
