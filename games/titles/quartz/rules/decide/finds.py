"""Cards that draw crystals onto the open tray, and what is done with them."""

from __future__ import annotations

from games.rules.kernel.chance import multiset
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.decide.turns import need_any_crystal, need_card, need_crystal, play
from games.titles.quartz.rules.gems import OBSIDIAN, holds, joined, without
from games.titles.quartz.rules.state import State

Table = Draft[State, Event]


def here_we_go(draft: Table, seat: Seat, command: c.HereWeGo) -> None:
    need_card(draft.state, seat, "here_we_go")
    fill_tray(draft, seat, "here_we_go")


def eureka(draft: Table, seat: Seat, command: c.Eureka) -> None:
    need_card(draft.state, seat, "eureka")
    need_any_crystal(draft.state, seat)
    fill_tray(draft, seat, "eureka")


def fill_tray(draft: Table, seat: Seat, card: str) -> None:
    """Draw what the card says; obsidian goes straight back, harmless, and only that asks nothing."""
    play(draft, seat, card)
    drawn = multiset(draft.draw("bag") for _ in range(CARDS[card].draws))
    back = drawn.pop(OBSIDIAN, 0)
    if back:
        draft.put("bag", {OBSIDIAN: back})
    draft.emit(e.TrayFilled(seat, card, drawn, back, seat if drawn else None))


def keep(draft: Table, seat: Seat, command: c.Keep) -> None:
    kept = multiset(command.gems)
    if not holds(draft.state.tray, kept):
        raise Refused("not_on_tray")
    back = without(draft.state.tray, kept)
    draft.put("bag", back)
    draft.emit(e.Kept(seat, kept, back))


def replace(draft: Table, seat: Seat, command: c.Replace) -> None:
    need_crystal(draft.state, seat, command.give)
    if command.take not in draft.state.tray:
        raise Refused("not_on_tray")
    rest = without(draft.state.tray, {command.take: 1})
    draft.put("bag", joined(rest, {command.give: 1}))
    draft.emit(e.Replaced(seat, command.give, command.take, rest))


def replace_nothing(draft: Table, seat: Seat, command: c.ReplaceNothing) -> None:
    rest = multiset(draft.state.tray)
    draft.put("bag", rest)
    draft.emit(e.Replaced(seat, None, None, rest))
