"""The table and the chance of an accident as emails draw them, from any reader's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.drawing import BoardLine, Cell, cells
from games.rules.kernel.messages import Message, Things, Who
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.quartz_cards.rules.line import PRESENT, Gems, crystal_of, icon_of
from games.titles.quartz_cards.rules.odds import cards_left, risk
from games.titles.quartz_cards.rules.view import Miner, Sight

COLOURS = {
    "quartz": "#f3e3f0",
    "amethyst": "#8455b8",
    "emerald": "#1d7f56",
    "sapphire": "#2f5fc4",
    "ruby": "#b8243d",
    "amber": "#e0a030",
}
OF_PRESENTS = "#7a3d12"
HIRES = "+"


def board(view: Sight) -> Sequence[BoardLine]:
    """Draw the line if there is one, then the miners, the reader first, then what only the reader sees."""
    lines = [] if view.over else [line(view)]
    return [*lines, *(miner(view, one) for one in around(view)), *own(view)]


def line(view: Sight) -> BoardLine:
    notes = (Message("board.worth", {"worth": view.line_worth}), Message("board.mine", {"count": view.mine}))
    return BoardLine(Message("board.line", {"seat": Who(view.active)}), tuple(map(laid, view.line)), notes)


def laid(card: str) -> Cell:
    if card == PRESENT:
        return Cell("card", card, "letter.present", OF_PRESENTS)
    icon, crystal = icon_of(card), crystal_of(card)
    mark = HIRES if icon == "hire" else icon
    return Cell("mine", card, f"letter.{crystal}", COLOURS[crystal], mark=mark)


def around(view: Sight) -> list[Miner]:
    seats = view.order if view.reader < 0 else clockwise_from(view.order, Seat(view.reader))
    mine_first = seats if view.reader < 0 else [seats[-1], *seats[:-1]]
    return [view.miners[seat] for seat in mine_first]


def miner(view: Sight, one: Miner) -> BoardLine:
    """Draw the columns of a seat, and once the match is over what is under its chest."""
    shown = tuple(in_the_end(one) if view.over else notes(one))
    return BoardLine(Message("board.miner", {"seat": Who(one.seat)}), crystals(one.columns), shown)


def crystals(gems: Gems) -> tuple[Cell, ...]:
    return cells("gem", gems, COLOURS)


def notes(one: Miner) -> Iterator[Message]:
    yield Message("board.helpers", {"count": one.hand_count})
    if one.chest_count:
        yield Message("board.in_chest", {"count": one.chest_count})
    if one.presents:
        yield Message("board.presents", {"count": one.presents})


def in_the_end(one: Miner) -> Iterator[Message]:
    """Say what counts besides the columns; helpers are worth nothing now."""
    if one.chest:
        yield Message("board.chest_open", {"gems": Things("gem", one.chest)})
    elif one.chest_count:
        yield Message("board.in_chest", {"count": one.chest_count})


def own(view: Sight) -> Iterator[BoardLine]:
    mine = view.miners[view.reader] if view.reader >= 0 else None
    if mine and mine.chest:
        yield BoardLine(Message("board.chest"), crystals(mine.chest))
    if mine and mine.hand:
        yield BoardLine(
            Message("board.hand"), notes=(Message("board.held", {"cards": Things("card", mine.hand)}),)
        )


def odds(view: Sight) -> Sequence[Message]:
    """Give the chance that the next card brings an accident."""
    if view.over or not cards_left(view):
        return ()
    return (Message("odds.accident", {"percent": round(100 * risk(view))}),)
