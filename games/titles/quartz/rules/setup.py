"""How a match of Quartz begins (QZ-1 to QZ-6)."""

from __future__ import annotations

from games.rules.kernel.chance import Urns, multiset
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz.rules import cards, gems
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.decide import day, go_on
from games.titles.quartz.rules.options import Options, check
from games.titles.quartz.rules.state import LAST_DAY, State


def urns(seats: int, options: Options) -> Urns:
    """Fill the bag and the deck; the seats are in an urn too, to draw the order round the table."""
    check(options, seats)
    return {"bag": dict(gems.BAG), "deck": dict(cards.DECK), "seats": {str(seat): 1 for seat in range(seats)}}


def tables(options: Options) -> object:
    """Give all figures of a match; their digest is fixed at the start."""
    return {
        "gems": gems.BAG,
        "crystal_values": options.values,
        "deck": cards.DECK,
        "card_values": options.sale,
        "bravery_coins": options.coins,
    }


def setup(draft: Draft[State, Event], seats: int, options: Options) -> None:
    """Fix the order round the table, draw who begins, and play the first dawn."""
    order = [Seat(seat) for seat in range(seats)]
    if options.seating == "shuffled":
        order = [Seat(int(draft.draw("seats"))) for _ in range(seats)]
    draft.emit(
        e.SatDown(
            order=order,
            covered=options.covered_carts,
            thrill=options.thrill,
            silence=options.silence,
            values=multiset(options.values),
            sale=multiset(options.sale),
            bravery_coins=list(options.coins[: seats - 1]),
        )
    )
    if options.days != LAST_DAY:
        draft.emit(e.DaysChosen(options.days))
    first = draft.pick({str(seat): 1 for seat in may_begin(seats, options)})
    day.dawn(draft, 1, Seat(int(first)))
    go_on(draft)


def may_begin(seats: int, options: Options) -> list[int]:
    """List who may begin: the seats with the longest beard, or all; chance decides between them (QZ-6)."""
    beards = [*options.beards, *[0] * seats][:seats]
    if options.first_player == "random" or not any(beards):
        return list(range(seats))
    return [seat for seat in range(seats) if beards[seat] == max(beards)]
