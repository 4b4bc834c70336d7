"""How a match of Gem Edge begins (GE-5)."""

from __future__ import annotations

from games.rules.kernel.chance import Urns, multiset
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat, clockwise_from
from games.rules.kernel.table import Draft
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import DEALT, IN_SIGHT, OF_A_COLOUR, ORNAMENTS, STONES
from games.titles.gem_edge.rules.decide.stones import draw_card, take_stone
from games.titles.gem_edge.rules.options import Options, check
from games.titles.gem_edge.rules.state import State


def urns(seats: int, options: Options) -> Urns:
    """Fill the slide and both piles; the seats are in an urn too, to draw the order round the table."""
    check(options)
    return {
        "cards": {card: count for card, count in sorted(options.pack.items()) if count},
        "mine": dict.fromkeys(sorted(STONES), OF_A_COLOUR),
        "ornaments": dict.fromkeys(sorted(ORNAMENTS), 1),
        "seats": {str(seat): 1 for seat in range(seats)},
    }


def tables(options: Options) -> object:
    """Give all figures of a match; their digest is fixed at the start."""
    return {
        "ornaments": {key: list(one.sockets) for key, one in ORNAMENTS.items()},
        "ornament_points": options.points,
        "set_bonus": list(options.bonus),
        "action_cards": options.pack,
    }


def setup(draft: Draft[State, Event], seats: int, options: Options) -> None:
    """Seat the players, the first one drawn too; deal stones, cards, and ornaments to choose from."""
    order = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    first = Seat(int(draft.pick({str(seat): 1 for seat in order})))
    points, pack = multiset(options.points), multiset(options.pack)
    draft.emit(e.SatDown(order, first, options.windows, options.rounds, points, list(options.bonus), pack))
    draft.emit(e.SlideFilled([draft.draw("mine") for _ in range(IN_SIGHT)]))
    around = clockwise_from(order, first)
    from_first = [around[-1], *around[:-1]]
    for seat in from_first:
        take_stone(draft, seat, "start")
    for seat in from_first:
        draw_card(draft, seat, "start")
    for seat in from_first[seats // 2 :]:
        give_head_start(draft, seat, options.head_start)
    for seat in from_first:
        draft.emit(e.OrnamentsDealt(seat, [draft.draw("ornaments") for _ in range(DEALT)]))


def give_head_start(draft: Draft[State, Event], seat: Seat, kind: str) -> None:
    """Give a seat of the later half of the first round what makes up for its place."""
    if kind == "stone":
        take_stone(draft, seat, "start")
    elif kind == "card":
        draw_card(draft, seat, "start")
