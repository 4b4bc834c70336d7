"""What happens in the card game, as it is written down. Facts only: every field is what came of it."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules.state import Aim


class SatDown(Event, frozen=True):
    """Clockwise order, and the options that play depends on."""

    order: list[Seat]
    windows: str
    values: dict[str, int]
    helpers: dict[str, int]


class HelpersDealt(Event, frozen=True):
    """Helpers go from the pile to one hand."""

    seat: Seat
    cards: dict[str, int]


class TurnBegan(Event, frozen=True):
    seat: Seat


class ColumnProtected(Event, frozen=True):
    """A whole column goes under the chest; `by_card`: with what_a_beauty, after a turn of digging."""

    seat: Seat
    crystal: str
    count: int
    by_card: bool


class ExploreAnnounced(Event, frozen=True):
    """A line begins, with the presents that waited; `brief`: one card, then stop."""

    seat: Seat
    presents: int
    brief: bool


class CardLaid(Event, frozen=True):
    """The active player lays the top card of the mine at the end of the line."""

    seat: Seat
    card: str


class HireOffered(Event, frozen=True):
    """A helper may be hired; `shuffled`: so many used ones became the new pile."""

    seat: Seat
    shuffled: int


class Hired(Event, frozen=True):
    """The last card of the line leaves the game, and a helper comes for it."""

    seat: Seat
    card: str
    helper: str


class HireDeclined(Event, frozen=True):
    seat: Seat


class LineStands(Event, frozen=True):
    """The line stands, and its player goes on or stops; `lurking`: seats whose ambushes may strike first."""

    at: str
    seat: Seat
    lurking: list[Seat]


class WindowOpened(Event, frozen=True):
    """Rivals are asked, together and in secret, whether they attack."""

    at: str
    seats: list[Seat]


class Answered(Event, frozen=True):
    """The secret answer of a rival. Only an attack that is played becomes known."""

    seat: Seat
    aim: Aim | None


class AttackPlayed(Event, frozen=True):
    """An attack card leaves a hand, against the active player."""

    seat: Seat
    target: Seat
    card: str
    column: str | None
    gems: dict[str, int]


class DefenceAsked(Event, frozen=True):
    seat: Seat
    card: str


class DuelAsked(Event, frozen=True):
    """A present was sent back: get_lost may answer get_lost."""

    seat: Seat


class LetHappen(Event, frozen=True):
    seat: Seat


class Defended(Event, frozen=True):
    seat: Seat
    card: str


class TakenBack(Event, frozen=True):
    """A theft fails, and its victim takes an open card from the thief, if there is one."""

    seat: Seat
    thief: Seat
    crystal: str | None


class PresentReturned(Event, frozen=True):
    """A present goes to the start of this seat's next line."""

    seat: Seat


class PresentLaid(Event, frozen=True):
    seat: Seat


class CardHandedOver(Event, frozen=True):
    seat: Seat
    thief: Seat
    card: str


class DiggingStopped(Event, frozen=True):
    """stop_stop_stop takes effect: the turn is over."""

    seat: Seat


class HelpDrawn(Event, frozen=True):
    """Mine cards are drawn for may_i_help; only the attacker sees them."""

    seat: Seat
    cards: list[str]


class Helped(Event, frozen=True):
    """One card goes to the attacker's columns, the other to the end of the line; a single one to either."""

    seat: Seat
    kept: str | None
    laid: str | None


class ColumnStolen(Event, frozen=True):
    """Open cards change hands: a column, or single ones."""

    thief: Seat
    victim: Seat
    gems: dict[str, int]


class Stopped(Event, frozen=True):
    """The active player stops. The columns named for what_a_beauty are secret."""

    seat: Seat
    columns: list[str]
    copies: int


class AccidentHappened(Event, frozen=True):
    """The line is lost: mine cards out of the game, presents to the used helpers."""

    seat: Seat
    lost: dict[str, int]
    presents: int


class LineCollected(Event, frozen=True):
    """The line goes to its player's columns, presents in it to the used helpers."""

    seat: Seat
    cards: dict[str, int]
    presents: int


class MatchEnded(Event, frozen=True):
    """The mine is empty; helpers in hand are worth nothing."""
