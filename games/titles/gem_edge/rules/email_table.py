"""The table as emails draw it, from any reader's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.chance import multiset
from games.rules.kernel.drawing import BoardLine, Cell
from games.rules.kernel.messages import Message, Param, Parts, Thing, Things, Who
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gem_edge.rules.cards import ANY
from games.titles.gem_edge.rules.odds import reach
from games.titles.gem_edge.rules.view import Jeweller, Ornament, Sight

COLOURS = {
    "red": "#b8243d",
    "green": "#1d7f56",
    "yellow": "#e0a030",
    "blue": "#2f5fc4",
}
EMPTY = "#6a5a4d"  # a socket without its stone
SET_IN = "•"


def board(view: Sight) -> Sequence[BoardLine]:
    """Draw the slide and the market, then the jewellers, the reader first, then what only the reader sees."""
    lines = [] if view.over else [slide(view), *market(view)]
    return [*lines, *(line for one in around(view) for line in jeweller(view, one)), *own(view)]


def slide(view: Sight) -> BoardLine:
    notes = (Message("board.behind", {"count": view.behind}),)
    return BoardLine(Message("board.slide"), tuple(map(stone, view.slide)), notes)


def stone(colour: str) -> Cell:
    return Cell("stone", colour, f"letter.{colour}", COLOURS[colour])


def market(view: Sight) -> Iterator[BoardLine]:
    for one in view.market_ornaments:
        yield ornament("board.on_market", one, {})


def ornament(key: str, one: Ornament, whose: dict[str, Param]) -> BoardLine:
    """Draw an ornament by its sockets, with a mark where a stone is set."""
    params: dict[str, Param] = {**whose, "ornament": Thing("ornament", one.key)}
    notes = [Message("board.points", {"count": one.points})]
    if one.finished:
        notes.append(Message("board.finished"))
    return BoardLine(Message(key, params), tuple(sockets(one)), tuple(notes))


def sockets(one: Ornament) -> Iterator[Cell]:
    for socket in one.sockets:
        if socket.stone:
            yield Cell("socket", socket.stone, f"letter.{socket.stone}", COLOURS[socket.stone], mark=SET_IN)
        else:
            colour = EMPTY if socket.wants == ANY else COLOURS[socket.wants]
            yield Cell("stone", socket.wants, f"letter.{socket.wants}", colour)


def around(view: Sight) -> list[Jeweller]:
    seats = view.order if view.reader < 0 else clockwise_from(view.order, Seat(view.reader))
    mine_first = seats if view.reader < 0 else [seats[-1], *seats[:-1]]
    return [view.jewellers[seat] for seat in mine_first]


def jeweller(view: Sight, one: Jeweller) -> Iterator[BoardLine]:
    notes = (
        Message("board.score", {"count": one.points}),
        Message("board.cards", {"count": one.hand_count}),
    )
    yield BoardLine(Message("board.jeweller", {"seat": Who(one.seat)}), tuple(map(stone, one.cart)), notes)
    for work in one.ornaments:
        yield ornament("board.ornament", work, {"owner": Who(one.seat)})


def own(view: Sight) -> Iterator[BoardLine]:
    mine = view.jewellers[view.reader] if view.reader >= 0 else None
    if mine and mine.dealt:
        dealt = Things("ornament", multiset(mine.dealt))
        yield BoardLine(Message("board.dealt"), notes=(Message("board.held", {"cards": dealt}),))
    if mine and mine.hand:
        hand = Things("card", multiset(mine.hand))
        yield BoardLine(Message("board.hand"), notes=(Message("board.held", {"cards": hand}),))


def odds(view: Sight) -> Sequence[Message]:
    """Say when each colour comes down the slide."""
    if view.over or not view.slide:
        return ()
    stones = Parts(tuple(next_of(colour, place) for colour, place in reach(view).items()))
    return (Message("odds.slide", {"stones": stones}),)


def next_of(colour: str, place: int | None) -> Message:
    stone: dict[str, Param] = {"stone": Thing("stone", colour)}
    if place is None:
        return Message("odds.out_of_sight", stone)
    return Message("odds.next", {**stone, "count": place})
