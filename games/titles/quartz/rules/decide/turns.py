"""A dwarf's own turn: mine, leave, and the cards that nobody can answer."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import OBSIDIAN, holds, joined, valuable, without
from games.titles.quartz.rules.public import (
    has_crystal,
    inside_count,
    is_target,
    others_inside,
    with_crystals,
)
from games.titles.quartz.rules.state import State

Table = Draft[State, Event]


def mine(draft: Table, seat: Seat, command: c.Mine) -> None:
    draft.emit(e.Mined(seat, draft.draw("bag")))


def leave(draft: Table, seat: Seat, command: c.Leave) -> None:
    """Go home; the leftmost bravery space is earned while two others stay inside (QZ-12)."""
    if inside_count(draft.state) > 2:
        space = draft.state.board[0]
        draft.emit(e.LeftMine(seat, True, space.card, space.coins))
    else:
        draft.emit(e.LeftMine(seat, False, None, 0))


# --- what every card needs


def need_card(state: State, seat: Seat, card: str) -> None:
    if card not in state.hands[seat]:
        raise Refused("not_in_hand", card=card)


def need_target(state: State, seat: Seat, target: int) -> Seat:
    """Check that a dwarf may be named."""
    if not is_target(state, seat, target):
        raise Refused("not_a_target", seat=target)
    return Seat(target)


def need_crystal(state: State, seat: Seat, gem: str) -> None:
    if gem not in state.carts[seat]:
        raise Refused("not_in_cart", seat=seat, gem=gem)


def need_any_crystal(state: State, seat: Seat) -> None:
    if not has_crystal(state, seat):
        raise Refused("no_crystal", seat=seat)


def play(
    draft: Table,
    seat: Seat,
    card: str,
    target: Seat | None = None,
    gives: str | None = None,
    takes: Mapping[str, int] | None = None,
) -> None:
    draft.emit(e.CardPlayed(seat, card, target, gives, dict(takes or {})))


# --- cards nobody can answer


def come_closer(draft: Table, seat: Seat, command: c.ComeCloser) -> None:
    state = draft.state
    need_card(state, seat, "come_closer")
    target = need_target(state, seat, command.target)
    need_any_crystal(state, target)
    need_crystal(state, seat, command.give)
    if state.covered != (command.take is None):
        raise Refused("not_offered")
    if command.take is not None:
        need_crystal(state, target, command.take)
    play(draft, seat, "come_closer", target, command.give, {command.take: 1} if command.take else {})
    take = command.take or draft.pick(valuable(state.carts[target]))
    draft.emit(e.Traded(seat, target, command.give, take))


def out_of_my_way(draft: Table, seat: Seat, command: c.OutOfMyWay) -> None:
    need_card(draft.state, seat, "out_of_my_way")
    losers = with_crystals(draft.state, others_inside(draft.state, seat))
    if not losers:
        raise Refused("no_crystal")
    play(draft, seat, "out_of_my_way")
    losses = [(loser, draft.pick(valuable(draft.state.carts[loser]))) for loser in losers]
    for _, gem in losses:
        draft.put("bag", {gem: 1})
    draft.emit(e.Shoved(seat, losses))


def what_crystal(draft: Table, seat: Seat, command: c.WhatCrystal) -> None:
    """Put a crystal out of everybody's reach until evening; obsidian is one too (QZ-24)."""
    need_card(draft.state, seat, "what_crystal")
    need_crystal(draft.state, seat, command.gem)
    play(draft, seat, "what_crystal", gives=command.gem)
    draft.emit(e.Parked(seat, command.gem))


# --- cards that draw onto the tray


def here_we_go(draft: Table, seat: Seat, command: c.HereWeGo) -> None:
    need_card(draft.state, seat, "here_we_go")
    fill_tray(draft, seat, "here_we_go")


def eureka(draft: Table, seat: Seat, command: c.Eureka) -> None:
    need_card(draft.state, seat, "eureka")
    need_any_crystal(draft.state, seat)
    fill_tray(draft, seat, "eureka")


def fill_tray(draft: Table, seat: Seat, card: str) -> None:
    """Draw as many as the card says. Obsidian goes straight back; if nothing else came, ask nothing."""
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
