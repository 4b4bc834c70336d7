"""How a match of the card game begins (QC-1 to QC-3)."""

from __future__ import annotations

from games.rules.kernel.chance import Urns, multiset
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.options import Options, check
from games.titles.quartz_cards.rules.state import State

FIRST_HAND = 5


def urns(seats: int, options: Options) -> Urns:
    """Fill the mine and the helper pile; the seats lie in an urn too, for the order round the table."""
    check(options, seats)
    helpers = {card: count for card, count in options.helpers.items() if count}
    mine = {card: count for card, count in options.mine.items() if count}
    return {"helpers": helpers, "mine": mine, "seats": {str(seat): 1 for seat in range(seats)}}


def tables(options: Options) -> object:
    """Give all figures in force at a table; their digest is frozen at the start."""
    return {
        "mine_cards": options.mine,
        "crystal_values": options.values,
        "helper_cards": options.helpers,
    }


def setup(draft: Draft[State, Event], seats: int, options: Options) -> None:
    """Sit down, deal five helpers to each, and let the first player begin."""
    order = [Seat(seat) for seat in range(seats)]
    if options.seating == "shuffled":
        order = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    draft.emit(e.SatDown(order, options.windows, multiset(options.values), multiset(options.helpers)))
    for seat in order:
        draft.emit(e.HelpersDealt(seat, multiset(draft.draw("helpers") for _ in range(FIRST_HAND))))
    draft.emit(e.TurnBegan(first_player(draft, options)))


def first_player(draft: Draft[State, Event], options: Options) -> Seat:
    """Say who begins: drawn, or as the host has fixed it."""
    if options.first_player == "random":
        return Seat(int(draft.pick({str(seat): 1 for seat in draft.state.order})))
    return Seat(options.first_player)
