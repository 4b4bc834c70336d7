"""What happens in Gem Edge, as it is written down. Facts only: every field is what came of it."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.state import Aim, Reply, Step

# --- setup


class SatDown(Event, frozen=True):
    """Clockwise order, the first player, and the options that play depends on."""

    order: list[Seat]
    first: Seat
    windows: str
    rounds: int
    points: dict[str, int]
    bonus: list[int]
    cards: dict[str, int]


class SlideFilled(Event, frozen=True):
    """The first stones come into sight, from the mouth."""

    shown: list[str]


class OrnamentsDealt(Event, frozen=True):
    seat: Seat
    ornaments: list[str]


class OrnamentsKept(Event, frozen=True):
    """Three ornaments are laid open before a seat, from the left; the others are discarded."""

    seat: Seat
    kept: list[str]
    discarded: list[str]


class MarketRefilled(Event, frozen=True):
    """An ornament of the pile goes to this place of the market, from the left."""

    place: int
    ornament: str


class OrnamentsShuffled(Event, frozen=True):
    """The discarded ornaments become the new pile."""

    count: int


class CardsShuffled(Event, frozen=True):
    """The discarded action cards become the new pile; `seat`: who draws from it next."""

    seat: Seat
    count: int


# --- turns


class TurnBegan(Event, frozen=True):
    seat: Seat
    round: int


class ActionBegan(Event, frozen=True):
    """The active player is asked for another action; `left`: how many there are, this one included."""

    seat: Seat
    left: int


class TurnNamed(Event, frozen=True):
    """A whole turn is named in one go. It is carried out at once, as far as it still can be."""

    seat: Seat
    steps: list[Step]


class StoneTaken(Event, frozen=True):
    """The stone at the mouth goes into a cart; `shown`: new ones come into sight.

    `why`: "start", "action" or "me_too".
    """

    seat: Seat
    stone: str
    shown: list[str]
    why: str


class StoneInserted(Event, frozen=True):
    """A stone of the cart is set into an own ornament; `why`: "action", "card", "me_too" or "swap"."""

    seat: Seat
    stone: str
    ornament: str
    why: str


class StoneDiscarded(Event, frozen=True):
    """A stone of the cart goes up the slide."""

    seat: Seat
    stone: str


class CardDrawn(Event, frozen=True):
    """`why`: "start", "action", "three_cards" or "catch_up"."""

    seat: Seat
    card: str
    why: str


class DropAsked(Event, frozen=True):
    """A hand holds so many cards too many, and now play waits for its owner."""

    seat: Seat
    count: int


class Dropped(Event, frozen=True):
    seat: Seat
    cards: list[str]


class HandInAsked(Event, frozen=True):
    """Both actions are done, and something is finished."""

    seat: Seat


class HandedIn(Event, frozen=True):
    """Ornaments are handed in together; their stones go up the slide in this order."""

    seat: Seat
    ornaments: list[str]
    stones: list[str]
    points: int


class MarketAsked(Event, frozen=True):
    """So many ornaments are still to be taken from the market."""

    seat: Seat
    count: int


class MarketRefreshed(Event, frozen=True):
    """Ornaments of the market are discarded, before the first is taken."""

    seat: Seat
    discarded: list[str]


class OrnamentTaken(Event, frozen=True):
    seat: Seat
    ornament: str


# --- cards


class CardPlayed(Event, frozen=True):
    """A card leaves a hand, with all it names; it has had no effect yet. `target`: whom it is against."""

    seat: Seat
    card: str
    target: Seat | None
    aim: Aim


class CancelAsked(Event, frozen=True):
    """These seats are asked about not_so_fast."""

    seats: list[Seat]
    card: str


class MeTooAsked(Event, frozen=True):
    """These seats are asked, together and in secret, whether they copy the action."""

    seats: list[Seat]
    at: str


class Answered(Event, frozen=True):
    """The secret answer of a seat. Only a card that is played becomes known."""

    seat: Seat
    reply: Reply | None


class MomentCame(Event, frozen=True):
    """`lurking`: seats whose orders are looked at now, in this order; then `seat`, who acted, goes on.

    `at`: "take", "insert" or "card".
    """

    at: str
    seat: Seat
    lurking: list[Seat]


class CardCancelled(Event, frozen=True):
    """A not_so_fast leaves a hand, against the last card of another player."""

    seat: Seat
    target: Seat
    card: str


class CardFailed(Event, frozen=True):
    """A card was cancelled for good: it has no effect."""

    seat: Seat
    card: str


class OrnamentsSwapped(Event, frozen=True):
    """An own ornament changes places with one of another player, or of the market (`other` is None)."""

    seat: Seat
    other: Seat | None
    given: str
    taken: str


class InsertAsked(Event, frozen=True):
    """A stone may be set at once into the ornament that was swapped for."""

    seat: Seat
    ornament: str


class InsertDeclined(Event, frozen=True):
    seat: Seat


class StonesSwapped(Event, frozen=True):
    seat: Seat
    other: Seat
    given: str
    taken: str


class StonePriedOut(Event, frozen=True):
    seat: Seat
    victim: Seat
    ornament: str
    stone: str


class TippedOut(Event, frozen=True):
    """Stones of a cart go up the slide in this order."""

    seat: Seat
    victim: Seat
    stones: list[str]


class PickedThrough(Event, frozen=True):
    """The first stones of the slide go into the cart (`kept`) or back up (`back`)."""

    seat: Seat
    kept: list[str]
    back: list[str]
    shown: list[str]


class PocketPicked(Event, frozen=True):
    seat: Seat
    victim: Seat
    stones: list[str]


class Compensated(Event, frozen=True):
    """The owner gets points for what a card took."""

    seat: Seat
    card: str
    points: int


class MatchEnded(Event, frozen=True):
    """`why`: "goal" or "rounds"."""

    why: str
