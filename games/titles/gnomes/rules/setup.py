"""How a match begins (GN-6)."""

from __future__ import annotations

from games.rules.kernel.chance import Urns
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import cards
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.options import HEAD_START, Options, check
from games.titles.gnomes.rules.state import State


def urns(seats: int, options: Options) -> Urns:
    """Fill the piles that are drawn from; the seats are in an urn too, to draw the order round the table."""
    check(options, seats)
    found = options.tables
    return {
        "goals": dict.fromkeys(found.goals, 1),
        "ogres": {ogre: count for ogre, count in found.ogres.items() if count},
        "seats": {str(seat): 1 for seat in range(seats)},
        "secrets": dict.fromkeys(cards.SECRETS, 1),
    }


def tables(options: Options) -> object:
    """Give all figures of a match; their digest is fixed at the start."""
    return options.tables


def setup(draft: Draft[State, Event], seats: int, options: Options) -> None:
    """Fix the order round the table, open trade goals, deal secret ones, and begin the first turn."""
    order = seating(draft, seats, options)
    draft.emit(e.SatDown(order, list(cards.CARDS), cards.DWARVES, options.rounds, options.tables))
    draft.emit(e.GoalsOpened([draft.draw("goals") for _ in range(cards.OPEN_GOALS)]))
    for seat in order:
        draft.emit(e.SecretDealt(seat, draft.draw("secrets")))
    if options.head_start == "gems":
        for seat, gem in zip(order[1:], HEAD_START, strict=False):
            draft.emit(e.GemGiven(seat, gem))
    draft.emit(e.TurnBegan(order[0], 1))


def seating(draft: Draft[State, Event], seats: int, options: Options) -> list[Seat]:
    """Give the seats clockwise, the first player first."""
    order = [Seat(seat) for seat in range(seats)]
    if options.seating == "shuffled":
        order = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    first = order.index(first_player(draft, order, options))
    return [*order[first:], *order[:first]]


def first_player(draft: Draft[State, Event], order: list[Seat], options: Options) -> Seat:
    """Give the first player: drawn, or the one the host chose."""
    if options.first_player == "random":
        return Seat(int(draft.pick({str(seat): 1 for seat in sorted(order)})))
    return Seat(options.first_player)
