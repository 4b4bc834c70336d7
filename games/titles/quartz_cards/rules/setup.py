"""How a match of the card game begins (QC-1 to QC-3)."""

from __future__ import annotations

from games.rules.kernel.chance import Urns, multiset
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.options import Options, check
from games.titles.quartz_cards.rules.state import State

FIRST_HAND = 5


def urns(seats: int, options: Options) -> Urns:
    """Fill the mine and the helper pile; the seats are in an urn too, to draw the order round the table."""
    check(options, seats)
    helpers = {card: count for card, count in options.helpers.items() if count}
    mine = {card: count for card, count in options.mine.items() if count}
    return {"helpers": helpers, "mine": mine, "seats": {str(seat): 1 for seat in range(seats)}}


def tables(options: Options) -> object:
    """Give all figures of a match; their digest is fixed at the start."""
    return {
        "mine_cards": options.mine,
        "crystal_values": options.values,
        "helper_cards": options.helpers,
    }


def setup(draft: Draft[State, Event], seats: int, options: Options) -> None:
    """Fix the order round the table, deal five helpers to each seat, and begin the first turn."""
    order = [Seat(seat) for seat in range(seats)]
    if options.seating == "shuffled":
        order = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    draft.emit(e.SatDown(order, options.windows, multiset(options.values), multiset(options.helpers)))
    for seat in order:
        draft.emit(e.HelpersDealt(seat, multiset(draft.draw("helpers") for _ in range(FIRST_HAND))))
    draft.emit(e.TurnBegan(first_player(draft, options)))


def first_player(draft: Draft[State, Event], options: Options) -> Seat:
    """Give the first player: drawn, or the one the host chose."""
    if options.first_player == "random":
        return Seat(int(draft.pick({str(seat): 1 for seat in draft.state.order})))
    return Seat(options.first_player)
