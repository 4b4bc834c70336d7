"""The table and the chance of obsidian as emails draw them, from any reader's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.drawing import BoardLine, Cell, cells, unseen
from games.rules.kernel.messages import Message, Thing, Things, Who
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import OBSIDIAN, Gems
from games.titles.quartz.rules.state import Space
from games.titles.quartz.rules.view import Dwarf, Sight

COLOURS = {
    "quartz": "#f3e3f0",
    "amethyst": "#8455b8",
    "emerald": "#1d7f56",
    "sapphire": "#2f5fc4",
    "ruby": "#b8243d",
    "amber": "#e0a030",
    OBSIDIAN: "#17121c",
}


def board(view: Sight) -> Sequence[BoardLine]:
    """Draw the dwarves, the reader first, then the rest of the table."""
    return [*(dwarf(view, one) for one in around(view)), *own(view), *middle(view)]


def around(view: Sight) -> list[Dwarf]:
    seats = view.order if view.reader < 0 else clockwise_from(view.order, Seat(view.reader))
    mine_first = seats if view.reader < 0 else [seats[-1], *seats[:-1]]
    return [view.dwarves[seat] for seat in mine_first]


def dwarf(view: Sight, one: Dwarf) -> BoardLine:
    """Draw a cart: count what is covered; obsidian is always open."""
    return BoardLine(Message("board.dwarf", {"seat": Who(one.seat)}), cart(one), tuple(notes(view, one)))


def cart(one: Dwarf) -> tuple[Cell, ...]:
    if one.cart is not None:
        return crystals(one.cart)
    return (*unseen(one.crystals - one.obsidian), *crystals({OBSIDIAN: one.obsidian}))


def crystals(gems: Gems) -> tuple[Cell, ...]:
    return cells("gem", gems, COLOURS)


def notes(view: Sight, one: Dwarf) -> Iterator[Message]:
    if not view.evening:
        yield Message("board.inside" if one.inside else "board.out")
    yield from parked(one)
    yield Message("board.coins", {"count": one.coins})
    yield Message("board.cards", {"count": one.hand_count})
    if one.chest_count:
        yield Message("board.in_chest", {"count": one.chest_count})
    if one.token:
        yield Message("board.token")


def parked(one: Dwarf) -> Iterator[Message]:
    """List the crystals on what_crystal cards: obsidian for everybody, the rest for those who may see it."""
    seen = one.parked if one.parked is not None else {OBSIDIAN: one.parked_obsidian}
    if gems := {gem: count for gem, count in seen.items() if count}:
        yield Message("board.parked", {"gems": Things("gem", gems)})
    if unseen_count := one.parked_count - sum(gems.values()):
        yield Message("board.parked.unseen", {"count": unseen_count})


def own(view: Sight) -> Iterator[BoardLine]:
    """Draw what only the reader sees."""
    mine = view.dwarves[view.reader] if view.reader >= 0 else None
    if mine and mine.chest:
        yield BoardLine(Message("board.chest"), crystals(mine.chest))
    if mine and mine.hand:
        yield BoardLine(
            Message("board.hand"), notes=(Message("board.held", {"cards": Things("card", mine.hand)}),)
        )


def middle(view: Sight) -> Iterator[BoardLine]:
    if view.attack is not None and any(one.kind == "window" for one in view.questions):
        answer = Message("board.answered_by", {"card": Thing("card", CARDS[view.attack.card].answered_by)})
        yield BoardLine(Message(f"card.{view.attack.card}"), notes=(answer,))
    if view.tray_count:
        shown = unseen(view.tray_count) if view.tray is None else crystals(view.tray)
        yield BoardLine(Message("board.tray"), shown)
    if view.board:
        yield BoardLine(Message("board.bravery"), notes=tuple(map(space, view.board)))


def space(one: Space) -> Message:
    if one.card is None:
        return Message("board.space.bare", {"coins": one.coins})
    return Message("board.space", {"card": Thing("card", one.card), "coins": one.coins})


def odds(view: Sight) -> Sequence[Message]:
    """Give the chance that the next crystal is obsidian, if public facts show it."""
    draws_on = not (view.over or view.evening)
    if not draws_on or not view.bag or view.bag_obsidian is None:
        return ()
    percent = round(100 * view.bag_obsidian / view.bag)
    counts = {"percent": percent, "obsidian": view.bag_obsidian, "bag": view.bag}
    return (Message("odds.obsidian", {**counts}),)
