"""Tables of Gnomes in the middle of a match, drawn as a map.

    table('''
        R0b  .
        C0a  X2b+aab
    ''', gems=("ruby emerald", ""))

The map is read from north to south; its south-western corner is "0/0". A token is a card's letter, its
quarter turns and its owner (a, b, c, d), then after "+" who stands there; "/" puts a card on top of another.
Gems and ogres in hand, goals bought and monsters slain go by seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import CARDS, DWARVES, SECRETS
from games.titles.gnomes.rules.land import Laid, Land
from games.titles.gnomes.rules.options import Options
from tests.kit.given import Drawing, Scene, drawing, given

Happened = Iterator[Event | Drawing]

LETTERS = dict(zip("CREDTVSXY", CARDS, strict=True))
OWNERS = "abcd"
FAR = "90/90"  # where dwarves stand while a scene is set
GOALS = ("RE", "EED", "REETT")
ZERO, ONE, TWO, THREE = map(Seat, range(4))


def read(drawn: str) -> dict[str, tuple[list[Laid], list[int]]]:
    """Read a map: the cards of each place from top to bottom, and whose dwarves stand there."""
    rows = [line.split() for line in drawn.splitlines() if line.split()]
    return {
        f"{x}/{len(rows) - 1 - row}": token(text)
        for row, line in enumerate(rows)
        for x, text in enumerate(line)
        if text != "."
    }


def token(text: str) -> tuple[list[Laid], list[int]]:
    stack, _, dwarves = text.partition("+")
    cards = [
        Laid(LETTERS[one[0]], Seat(OWNERS.index(one[2:] or "a")), int(one[1])) for one in stack.split("/")
    ]
    return cards, [OWNERS.index(owner) for owner in dwarves]


def land(drawn: str) -> Land:
    """Make a map by itself."""
    stacks = {place: tuple(cards) for place, (cards, _) in read(drawn).items()}
    return Land(Options().tables.kingdom, stacks)


def table(
    drawn: str = "",
    *,
    seats: int = 2,
    active: int = 0,
    gems: Sequence[str] = (),
    ogres: Sequence[str] = (),
    secrets: Sequence[str] = (),
    bought: Sequence[str] = (),
    slain: Sequence[str] = (),
    row: Sequence[str] = GOALS,
    round: int = 1,
    **options: Any,
) -> Scene:
    """Set a table with the turn at `active`."""
    order = [Seat(seat) for seat in range(seats)]
    chosen = Options(**options)
    events: list[Event | Drawing] = [
        e.SatDown(order, list(CARDS), DWARVES, chosen.rounds, chosen.tables),
        drawing("goals", row, e.GoalsOpened(list(row))),
    ]
    dealt = [*secrets, *[one for one in SECRETS if one not in secrets]][:seats]
    events += [drawing("secrets", [goal], e.SecretDealt(Seat(seat), goal)) for seat, goal in enumerate(dealt)]
    events += hands(gems, ogres, bought, slain)
    for place, (cards, dwarves) in read(drawn).items():
        events += [e.KingdomPlayed(one.owner, one.card, place, one.turn, True) for one in reversed(cards)]
        events += [e.DwarfPlaced(Seat(seat), place) for seat in dwarves]
    events.append(e.TurnBegan(Seat(active), round))
    return given(GNOMES, seats, *events, options=options)


def hands(gems: Sequence[str], ogres: Sequence[str], bought: Sequence[str], slain: Sequence[str]) -> Happened:
    """Give cards to hands, as if dwarves had worked for them far away."""
    for seat, cards in enumerate(gems):
        for gem, count in multiset(cards.split()).items():
            yield from worked(Seat(seat), e.GemsMined(Seat(seat), FAR, 1, gem, count))
    for seat, cards in enumerate(ogres):
        for ogre in cards.split():
            yield from worked(Seat(seat), drawing("ogres", [ogre], e.OgreHired(Seat(seat), FAR, 1, ogre)))
    for seat, goals in enumerate(bought):
        for goal in goals.split():
            points = Options().tables.goals[goal]
            yield from worked(
                Seat(seat), drawing("goals", [goal], e.GoalBought(Seat(seat), FAR, 1, goal, points, {}, None))
            )
    for seat, monsters in enumerate(slain):
        for card in monsters.split():
            yield e.KingdomPlayed(Seat(seat), card, FAR, 0, True)
            yield from worked(Seat(seat), e.MonsterSlain(Seat(seat), FAR, 1, card, {}))


def worked(seat: Seat, event: Event | Drawing) -> Happened:
    yield e.DwarfPlaced(seat, FAR)
    yield event
