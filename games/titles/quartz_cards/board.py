"""The table of the card game, ready to draw, from any reader's view and orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.present.names import Names, labelled
from games.rules.kernel.drawing import Glance
from games.rules.kernel.messages import Motion
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.quartz_cards.ambush_words import lurking as lurking  # templates call it
from games.titles.quartz_cards.helper_cards import Helper, helper, helpers
from games.titles.quartz_cards.rules.cards import CRYSTALS, HIRE, POSITIONS, PRESENT
from games.titles.quartz_cards.rules.labels import OURS
from games.titles.quartz_cards.rules.line import (
    SET,
    SET_BONUS,
    Gems,
    by_value,
    crystal_of,
    crystals,
    icon_of,
    is_unstable,
    joined,
    points,
)
from games.titles.quartz_cards.rules.odds import cards_left, fatal, lying, risk
from games.titles.quartz_cards.rules.options import Options
from games.titles.quartz_cards.rules.view import Miner, Sight


def glance(view: Sight, options: Options, seat: Seat, names: Names) -> Glance:
    """Show how much of the mine is dug, and the open columns of one seat."""
    whole = sum(options.mine.values())
    columns = view.miners[seat].columns
    left = labelled(names.word("view.sight.mine"), str(view.mine))
    return Glance(whole - view.mine, whole, (left,), columns)


@dataclass(frozen=True)
class Laid:
    """A card in the line, or drawn from the mine."""

    key: str
    name: str
    crystal: str  # none for a present
    value: int
    icon: str  # "hire", a position, or nothing
    newest: bool = False  # it has just been laid

    @property
    def is_unstable(self) -> bool:
        return self.icon.isdigit()


@dataclass(frozen=True)
class Support:
    """One of the six positions: held, or cracked by a card in the line."""

    position: str
    cracked: bool
    to_come: int  # cards not seen yet that would crack it


@dataclass(frozen=True)
class Lot:
    """Crystals of one kind: a column, or some under a chest."""

    crystal: str
    name: str
    count: int
    points: int
    glows: bool = False  # cards have just come to it

    @property
    def depth(self) -> int:
        """Give how high to draw a stack of cards."""
        return min(self.count, SET)

    @property
    def pips(self) -> list[bool]:
        """Fill a mark for each card towards the next four, and all of them when there are four."""
        return [place < (self.count - 1) % SET + 1 for place in range(SET)]


@dataclass(frozen=True)
class Place:
    """What one seat has in front of it."""

    seat: Seat
    mine: bool
    digs: bool
    columns: Sequence[Lot]
    points: int
    is_whole: bool  # the points of the chest are among them
    chest: Gems | None
    chest_count: int
    hand: Sequence[Helper] | None
    hand_count: int
    presents: int


@dataclass(frozen=True)
class Blow:
    """An attack under way."""

    who: Seat
    whom: Seat
    card: Helper
    column: str | None
    gems: Gems
    returned: int  # how often the present has gone back


@dataclass(frozen=True)
class Vein:
    """What nobody has seen yet of one crystal: how many of each icon."""

    crystal: str
    name: str
    value: int
    count: int
    icons: Sequence[int]  # by position, then to hire with, then blank


@dataclass(frozen=True)
class LineTable:
    """The whole table."""

    digger: str
    mine: bool  # it is my own line
    begun: bool
    line: Sequence[Laid]
    worth: int
    supports: Sequence[Support]
    shaky: bool  # a present is or will be in the line: any unstable crystal brings it down
    waiting: int  # presents that wait for this line
    percent: int
    fatal: int
    unseen: int
    left: int  # cards to dig
    helpers: int
    places: Sequence[Place]
    tray: Sequence[Laid]
    tray_count: int
    attack: Blow | None
    said: Helper | None  # my own attack from before, when I am asked again
    may_attack: str  # when, if somebody is asked
    named: Sequence[str]  # columns for What a Beauty!
    brief: bool
    veins: Sequence[Vein]
    out: Sequence[Lot]
    used: Sequence[Helper]
    reconstructed: Sequence[str]  # which figures are nobody's but ours
    over: bool
    lost: Sequence[str] = ()  # the crystals of the line that has just given way
    bonus: int = SET_BONUS

    @property
    def cracked(self) -> list[str]:
        return [one.position for one in self.supports if one.cracked]

    @property
    def out_count(self) -> int:
        return sum(lot.count for lot in self.out)

    @property
    def used_count(self) -> int:
        return sum(card.count for card in self.used)


def line_table(view: Sight, names: Names, me: int | None, motion: Motion | None = None) -> LineTable:
    """Draw the table, and what has just moved on it; `me` is the reader's seat, if they have one."""
    drawn = still_table(view, names, me)
    if not motion:
        return drawn
    match motion.name:
        case "tumble" if drawn.line and drawn.line[-1].key == motion.what:
            return replace(drawn, line=[*drawn.line[:-1], replace(drawn.line[-1], newest=True)])
        case "crack":
            return replace(drawn, lost=motion.things)
        case "gather":
            return replace(drawn, places=[gathered(one, motion) for one in drawn.places])
        case _:
            return drawn


def gathered(one: Place, motion: Motion) -> Place:
    if one.seat != motion.seat:
        return one
    return replace(one, columns=[replace(lot, glows=lot.crystal in motion.things) for lot in one.columns])


def still_table(view: Sight, names: Names, me: int | None) -> LineTable:
    """Draw the table; `me` is the reader's seat, if they have one."""
    asked = {question.kind for question in view.questions}
    return LineTable(
        digger=names.seat(view.active),
        mine=view.active == me,
        begun=bool(view.line) or view.moment is not None,
        line=[laid(card, view, names) for card in view.line],
        worth=view.line_worth,
        supports=supports(view),
        shaky=PRESENT in lying(view),
        waiting=lying(view).count(PRESENT) - view.line.count(PRESENT),
        percent=round(100 * risk(view)),
        fatal=fatal(view),
        unseen=cards_left(view),
        left=view.mine,
        helpers=view.helpers,
        places=[place(view, names, seat, me) for seat in around(view, me)],
        tray=[laid(card, view, names) for card in view.tray or ()],
        tray_count=view.tray_count,
        attack=blow(view, names),
        said=said(view, names, me),
        may_attack=view.moment.at if view.moment and "attack" in asked else "",
        named=[names.word(f"gem.{gem}") for gem in view.columns_named or ()],
        brief=view.brief,
        veins=veins(view, names),
        out=lots(crystals(view.out), view, names),
        used=helpers(view.used, names),
        reconstructed=[names.word(row) for row in OURS.values() if row in names.contexts],
        over=view.over,
    )


def around(view: Sight, me: int | None) -> list[Seat]:
    """List the seats as they sit, my own first."""
    if me is None or Seat(me) not in view.order:
        return view.order
    return [Seat(me), *(seat for seat in clockwise_from(view.order, Seat(me)) if seat != me)]


# --- the line and the mine


def laid(card: str, view: Sight, names: Names) -> Laid:
    if card == PRESENT:
        return Laid(card, names.word(f"card.{card}"), "", 0, "")
    crystal = crystal_of(card)
    return Laid(card, names.word(f"mine.{card}"), crystal, view.values[crystal], icon_of(card))


def supports(view: Sight) -> list[Support]:
    cracked = {icon_of(card) for card in view.line if is_unstable(card)}
    to_come = Counter(icon_of(card) for card, count in view.unseen.items() for _ in range(count))
    return [Support(position, position in cracked, to_come[position]) for position in POSITIONS]


def veins(view: Sight, names: Names) -> list[Vein]:
    """List what is still hidden in the mine, most valuable first."""
    return [vein(gem, view, names) for gem in by_value(CRYSTALS, view.values)]


def vein(gem: str, view: Sight, names: Names) -> Vein:
    icons = Counter({icon_of(card): n for card, n in view.unseen.items() if crystal_of(card) == gem})
    counts = [icons[icon] for icon in (*POSITIONS, HIRE, "")]
    return Vein(gem, names.word(f"gem.{gem}"), view.values[gem], sum(counts), counts)


# --- seats


def place(view: Sight, names: Names, seat: Seat, me: int | None) -> Place:
    one: Miner = view.miners[seat]
    return Place(
        seat=seat,
        mine=seat == me,
        digs=seat == view.active and not view.over,
        columns=lots(one.columns, view, names),
        points=points(joined(one.columns, one.chest or {}), view.values),
        is_whole=one.chest is not None or not one.chest_count,
        chest=one.chest,
        chest_count=one.chest_count,
        hand=helpers(one.hand, names) if one.hand is not None else None,
        hand_count=one.hand_count,
        presents=one.presents,
    )


def lots(gems: Mapping[str, int], view: Sight, names: Names) -> list[Lot]:
    return [
        Lot(gem, names.word(f"gem.{gem}"), gems[gem], points({gem: gems[gem]}, view.values))
        for gem in by_value(gems, view.values)
    ]


def blow(view: Sight, names: Names) -> Blow | None:
    """Describe the attack under way: who, whom, with what, and what was named."""
    attack = view.attack
    if attack is None:
        return None
    aim = attack.aim
    return Blow(attack.attacker, view.active, helper(aim.card, names), aim.column, aim.gems, attack.duel)


def said(view: Sight, names: Names, me: int | None) -> Helper | None:
    """Give the attack named before, which counts unless its owner answers again."""
    aim = view.answers.get(Seat(me)) if me is not None and view.reader == me else None
    return helper(aim.card, names) if aim else None
