"""The table of Gem Edge, ready to draw, from any reader's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.glyphs import dwarves
from games.present.names import Names, labelled
from games.rules.kernel.drawing import Glance
from games.rules.kernel.messages import Motion
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gem_edge import jewels
from games.titles.gem_edge.rules.cards import (
    ACTIONS,
    GOAL,
    HAND_LIMIT,
    MARKS,
    OF_A_COLOUR,
    ORNAMENTS,
    STONES,
)
from games.titles.gem_edge.rules.labels import OURS
from games.titles.gem_edge.rules.options import Options
from games.titles.gem_edge.rules.state import Ledger
from games.titles.gem_edge.rules.view import Jeweller, Sight
from games.titles.gem_edge.things import (
    STILL,
    Bead,
    Card,
    Signs,
    Tile,
    bead,
    card,
    cards,
    lying,
    signs,
    tile,
    tiles,
)

#: What the rules page shows: ornaments of each kind, with these stones in them.
SAMPLES: dict[str, tuple[str, ...]] = {
    "ring_red": ("red",),
    "necklace_blue": ("blue", "blue"),
    "rainbow_diadem": (),
    "pair_gy": ("green",),
    "trio_rgb": (),
    "crown_rgyb": ("red", "yellow"),
}
marks = (*MARKS, GOAL)  # templates read it


def glance(view: Sight, options: Options, seat: Seat, names: Names) -> Glance:
    """Show how far the leader has come, and the points and the cart of one seat."""
    one = view.jewellers[seat]
    points = labelled(names.word("view.jeweller.points"), f"{one.points}/{GOAL}")
    cart = Counter(jewels.CUTS[stone] for stone in one.cart)
    return Glance(min(max(view.points), GOAL), GOAL, (points,), cart)


def drawn(view: Sight, of: str, value: str, names: Names, settled: Mapping[str, str]) -> SafeString:
    """Draw a thing that can be chosen, as it is on the table."""
    if of == "stone":
        return jewels.stone(value, names.word(f"letter.{value}"))
    if of == "ornament" and value in ORNAMENTS:
        return tile(lying(view, value), view, names, signs(names)).picture
    return SafeString()


def stones(names: Names) -> list[SafeString]:
    """Draw a stone of each colour, for the rules page."""
    return [jewels.stone(one, names.word(f"letter.{one}")) for one in STONES]


def ornaments(names: Names) -> list[SafeString]:
    """Draw an ornament of each kind, some with stones in them, for the rules page."""
    letters = signs(names).letters
    return [jewels.ornament(key, jewels.places(key, inside, letters)) for key, inside in SAMPLES.items()]


# --- the slide


def behind(view: Sight, names: Names) -> list[Bead]:
    """Count the stones behind those in sight by colour, as everybody can: all others lie open."""
    there = Counter(view.slide)
    for one in view.jewellers:
        there.update(one.cart)
        for piece in one.ornaments:
            there.update(piece.stones)
    return [bead(stone, names, OF_A_COLOUR - there[stone]) for stone in STONES]


# --- seats


@dataclass(frozen=True)
class Lane:
    """A seat's lane of the score track."""

    seat: Seat
    initial: str
    points: int
    moved: bool

    @property
    def at(self) -> int:
        """Give where the pawn is: the track ends at the goal."""
        return min(self.points, GOAL)


@dataclass(frozen=True)
class Stand:
    """One seat with all that is before it."""

    seat: Seat
    mine: bool
    is_active: bool
    points: int
    cart: SafeString
    stones: str
    tiles: Sequence[Tile]
    dealt: Sequence[Tile]
    hand: Sequence[Card]
    hand_count: int
    ledger: Ledger

    @property
    def finished(self) -> int:
        return sum(one.finished for one in self.tiles)


def around(view: Sight, me: int | None) -> list[Seat]:
    """List the seats clockwise, the reader's own first."""
    if me is None or Seat(me) not in view.order:
        return view.order
    return [Seat(me), *clockwise_from(view.order, Seat(me))[:-1]]


def lane(view: Sight, names: Names, seat: Seat, motion: Motion) -> Lane:
    initial = dwarves.initial(names.seat(seat))
    return Lane(seat, initial, view.points[seat], motion.name == "hand_in" and motion.seat == seat)


def stand(view: Sight, names: Names, seat: Seat, me: int | None, known: Signs, motion: Motion) -> Stand:
    one: Jeweller = view.jewellers[seat]
    letters = tuple(names.word(f"letter.{stone}") for stone in one.cart)
    came = len(one.cart) - 1 if motion.name == "roll" and motion.seat == seat else -1
    hand = one.hand or []
    return Stand(
        seat=seat,
        mine=seat == me,
        is_active=seat == view.active and not view.over,
        points=one.points,
        cart=jewels.cart(tuple(one.cart), letters, came),
        stones=", ".join(names.word(f"stone.{stone}") for stone in one.cart),
        tiles=[tile(piece, view, names, known, motion) for piece in one.ornaments],
        dealt=tiles(one.dealt or (), view, names, known),
        hand=cards(Counter(hand), names, Counter(hand[HAND_LIMIT:])),
        hand_count=one.hand_count,
        ledger=one.ledger,
    )


def account(stands: Sequence[Stand]) -> list[tuple[str, list[int]]]:
    """List where everybody's points came from."""
    sources = Ledger.__struct_fields__
    return [(source, [getattr(one.ledger, source) for one in stands]) for source in sources]


# --- a card that is being played


@dataclass(frozen=True)
class Blow:
    """A card that has been played and has had no effect yet."""

    card: Card
    who: Seat
    whom: Seat | None
    things: Sequence[str]  # all that it names
    cancels: Sequence[Seat]

    @property
    def fails(self) -> bool:
        """Tell whether it is cancelled as things are."""
        return len(self.cancels) % 2 == 1


def blow(view: Sight, names: Names) -> Blow | None:
    """Describe the card under way: who, against whom, what it names, and who has cancelled."""
    play = view.play
    if play is None:
        return None
    aim = play.aim
    named = [*filter(None, [aim.give, aim.take]), *aim.stones, *aim.ornaments, *aim.back]
    said = [names.word(f"ornament.{one}", f"stone.{one}") for one in named]
    return Blow(card(play.card, names), play.seat, play.target, said, play.cancels)


def copies(view: Sight) -> bool:
    """Tell whether others are asked to copy the last action."""
    return any(question.kind == "me_too" for question in view.questions)


def reconstructed(names: Names) -> list[str]:
    """Say which figures of a match are nobody's but ours."""
    return [names.word(row) for row in OURS.values() if row in names.contexts]


# --- all of it


@dataclass(frozen=True)
class Bench:
    """The whole table."""

    active: str
    mine: bool
    begun: bool
    left: Sequence[bool]  # each action of the turn: whether it is still to come
    slide: Sequence[Bead]
    behind: Sequence[Bead]
    lanes: Sequence[Lane]
    market: Sequence[Tile]
    stands: Sequence[Stand]
    play: Blow | None
    moment: str
    used: Sequence[Card]
    scrap: Sequence[str]  # ornaments discarded, by name
    moves: str  # what has just happened on the slide

    @property
    def used_count(self) -> int:
        return sum(one.count for one in self.used)


def bench(view: Sight, names: Names, me: int | None, motion: Motion | None = None) -> Bench:
    """Draw the table, and what has just moved on it; `me` is the reader's seat, if they have one."""
    now, seats, known = motion or STILL, around(view, me), signs(names)
    return Bench(
        active=names.seat(view.active),
        mine=view.active == me,
        begun=any(view.pieces),
        left=[left < view.actions for left in range(ACTIONS)],
        slide=[bead(stone, names) for stone in view.slide],
        behind=behind(view, names),
        lanes=[lane(view, names, seat, now) for seat in seats],
        market=[tile(one, view, names, known, now) for one in view.market_ornaments],
        stands=[stand(view, names, seat, me, known, now) for seat in seats],
        play=blow(view, names),
        moment=view.moment.at if view.moment and copies(view) else "",
        used=cards(view.used, names),
        scrap=[names.word(f"ornament.{key}") for key in view.scrap],
        moves=now.name if now.name in ("roll", "rise", "sift") else "",
    )
