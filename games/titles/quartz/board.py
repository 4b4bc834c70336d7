"""Quartz's table as its board draws it: from a view, in the order in which a player looks at things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.present.names import Names, labelled
from games.rules.kernel.drawing import Glance
from games.rules.kernel.messages import Motion, Seen
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import BAG, OBSIDIAN, VALUES, Gems, joined, price
from games.titles.quartz.rules.options import Options
from games.titles.quartz.rules.state import Space
from games.titles.quartz.rules.view import Dwarf, Sight
from games.titles.quartz.words.figures import RECONSTRUCTED

CHEST = 2  # places


@dataclass(frozen=True)
class Load:
    """Crystals in one place: those a reader sees, and how many more there are."""

    gems: Gems
    unseen: int = 0
    worth: int = 0  # what they would sell for today, as far as they are seen

    def __bool__(self) -> bool:
        return bool(self.gems or self.unseen)


@dataclass(frozen=True)
class Stand:
    """One dwarf with all that is theirs."""

    dwarf: Dwarf
    mine: bool
    cart: Load
    parked: Load
    chest: Load
    places: str  # an empty place in the chest each, where its owner looks into it
    hand: Sequence[Leaf]
    moves: str = ""  # "tumble" or "shake": what has just happened to the cart
    newest: str = ""  # the kind of the crystal that has just come

    @property
    def is_bare(self) -> bool:
        """Tell whether there is nothing."""
        return not (self.cart or self.parked or self.chest or self.hand)


@dataclass(frozen=True)
class Leaf:
    """One kind of card, as it is printed."""

    key: str
    count: int
    is_action: bool
    value: int

    @property
    def tone(self) -> str:
        return CARDS[self.key].kind

    @property
    def mark(self) -> str:
        return "pick" if self.is_action else "shield"


@dataclass(frozen=True)
class Day:
    number: int
    now: bool
    gone: bool


def glance(view: Sight, options: Options, seat: Seat, names: Names) -> Glance:
    """Show the day, and what everybody sees of one dwarf."""
    dwarf = view.dwarves[seat]
    day = f"{names.word('view.sight.day')} {view.day}/{view.last_day}"
    coins = labelled(names.word("view.dwarf.coins"), str(dwarf.coins))
    done = view.last_day if view.over else view.day - 1
    return Glance(done, view.last_day, (day, coins), joined(dwarf.cart or {}, dwarf.parked or {}))


def stands(view: Sight, names: Names, mine: int | None, motion: Motion | None = None) -> list[Stand]:
    """List the dwarves clockwise, the reader's own first."""
    seats = view.order if mine is None else [Seat(mine), *clockwise_from(view.order, Seat(mine))[:-1]]
    found = [stand(view, names, view.dwarves[seat], seat == mine) for seat in seats]
    return [moved(one, motion) if motion and motion.seat == one.dwarf.seat else one for one in found]


def moved(one: Stand, motion: Motion) -> Stand:
    """Set a cart in motion: a second obsidian shakes it, whether it is lost by that or not."""
    if motion.name == "tumble" and motion.what == OBSIDIAN and one.dwarf.obsidian > 1:
        return replace(one, moves="shake", newest=OBSIDIAN)
    return replace(one, moves=motion.name, newest=motion.what if motion.name == "tumble" else "")


@dataclass(frozen=True)
class Takings:
    """What one dwarf sold on the evening that has just passed."""

    seat: Seat
    gems: Gems  # empty if the reader may not know
    unseen: int
    lit: tuple[str, ...]  # the colours that a combination doubled, or all of them for their variety
    coins: int


def takings(motion: Motion | None) -> list[Takings]:
    """List what everyone sold on the evening that has just passed; nothing at any other time."""
    if not motion or motion.name != "evening":
        return []
    return [_takings(event) for event in motion.seen]


def _takings(event: Seen) -> Takings:
    sold = event.counts("sold") if "sold" in event.fields else {}
    doubled = event.fields.get("doubled", ())
    assert isinstance(doubled, list | tuple)
    return Takings(
        event.seat("seat"),
        sold,
        0 if sold else event.number("sold_count"),
        tuple(sold) if event.fields.get("variety") else tuple(map(str, doubled)),
        event.number("coins"),
    )


def stand(view: Sight, names: Names, one: Dwarf, mine: bool) -> Stand:
    cart = _load(one.cart, one.crystals, one.obsidian)
    if one.cart is not None:
        cart = replace(cart, worth=price(joined(one.cart, one.parked or {}), view.values))
    return Stand(
        one,
        mine,
        cart,
        _load(one.parked, one.parked_count, one.parked_obsidian),
        _load(one.chest, one.chest_count),
        " " * (CHEST - one.chest_count if one.chest is not None else 0),
        leaves(view, names, one.hand or {}),
    )


def _load(gems: Gems | None, count: int, obsidian: int = 0) -> Load:
    """Put together what is seen of some crystals; obsidian is always open."""
    if gems is not None:
        return Load(gems)
    return Load({OBSIDIAN: obsidian} if obsidian else {}, count - obsidian)


def leaves(view: Sight, names: Names, cards: Mapping[str, int]) -> list[Leaf]:
    """Print cards, actions before reactions."""
    return [leaf(view, names, key, cards[key]) for key in CARDS if cards.get(key)]


def leaf(view: Sight, names: Names, key: str, count: int = 1) -> Leaf:
    return Leaf(key, count, CARDS[key].kind == "action", view.sale[key])


@dataclass(frozen=True)
class Stage:
    """A bravery space: the first of them is taken next."""

    space: Space | None  # None once it is taken or emptied
    leaf: Leaf | None
    is_next: bool


def stages(view: Sight, names: Names) -> list[Stage]:
    """List the bravery spaces from the left, those that are empty by now too."""
    gone = len(view.order) - 1 - len(view.board)
    left = [
        Stage(space, leaf(view, names, space.card) if space.card else None, place == 0)
        for place, space in enumerate(view.board)
    ]
    return [Stage(None, None, False)] * gone + left


def reconstructed(names: Names) -> list[str]:
    """Say which of a match's figures nobody has vouched for."""
    return [names.word(row) for row in RECONSTRUCTED if row in names.contexts]


def days(view: Sight) -> list[Day]:
    return [
        Day(number, number == view.day and not view.over, number < view.day or view.over)
        for number in range(1, view.last_day + 1)
    ]


def chance(view: Sight) -> int | None:
    """Give the chance of obsidian in percent, if public facts show it."""
    if view.over or not view.bag or view.bag_obsidian is None:
        return None
    return round(100 * view.bag_obsidian / view.bag)


def danger(view: Sight) -> str:
    """Say which row of words warns the reader of the next obsidian, if any does."""
    if view.reader < 0 or not view.me.inside or view.me.obsidian != 1:
        return ""
    return "board.danger.token" if view.me.token else "board.danger"


def by_value(values: Mapping[str, int]) -> list[tuple[str, int]]:
    """List what crystals sell for, the cheapest first."""
    return sorted(values.items(), key=lambda item: item[1])


def bag() -> list[tuple[str, int]]:
    """List the crystals of a full bag, for the rules page."""
    return list(BAG.items())


def prices() -> Gems:
    """Give what crystals sell for, for the rules page."""
    return VALUES


def sale(view: Sight) -> int:
    """Give what all goods of the reader would sell for now."""
    return price(view.goods, view.values)


def account(view: Sight, seats: Sequence[Stand]) -> list[tuple[str, int, list[int]]]:
    """List where everybody's coins came from, once the match is over: row of words, day, coins by seat."""
    ledgers = [one.dwarf.ledger for one in seats if one.dwarf.ledger is not None]
    if not view.over or len(ledgers) != len(seats):
        return []
    rows = [
        ("view.sight.day", day + 1, [ledger.days[day] for ledger in ledgers])
        for day in range(max(len(ledger.days) for ledger in ledgers))
    ]
    for name in ("bravery", "cards", "token"):
        rows.append((f"view.ledger.{name}", 0, [getattr(ledger, name) for ledger in ledgers]))
    return rows
