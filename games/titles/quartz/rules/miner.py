"""A sensible robot. It sees what a player in its seat would see, and nothing else.

It digs while its cart is safe, plays its cards on the richest, hands its obsidian on or hides it,
answers attacks, and leaves when the next stroke of the pickaxe risks more than it promises.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choice, Question
from games.rules.kernel.robots import choices_in
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.gems import by_value, price, valuable
from games.titles.quartz.rules.public_view import (
    others_in,
    richest,
    richest_with_obsidian,
    take_from,
    worth_in,
)
from games.titles.quartz.rules.silence import best_swap, dearest_share, keep_all, sale_rule
from games.titles.quartz.rules.view import Sight

TOKEN_IS_WORTH = 3
Offers = dict[str, list[Choice]]


def miner(view: Sight, question: Question, dice: random.Random) -> Command:
    """Answer any question of Quartz."""
    offers: Offers = {}
    for choice in choices_in(view, question):
        offers.setdefault(choice.command, []).append(choice)
    return ANSWERS[question.kind](view, offers)


# --- one's own turn


def turn(view: Sight, offers: Offers) -> Command:
    for play in PLAYS:
        command = play(view, offers)
        if command is not None:
            return command
    return c.Mine() if dares(view) else c.Leave()


def dares(view: Sight) -> bool:
    """Compare what the next stroke may bring with what an accident would cost."""
    me = view.me
    if not me.obsidian or me.token:
        return True
    risk = (view.bag_obsidian or 0) / view.bag
    average = 2.8  # coins for a valuable crystal drawn, by the contents of the full bag
    at_stake = price(valuable(me.cart or {}), view.values)
    if len(others_in(view)) == 1:
        at_stake += sum(space.coins for space in view.board)
    return (1 - risk) * average > risk * at_stake


def hand_obsidian_on(view: Sight, offers: Offers) -> Command | None:
    if "not_mine" not in offers:
        return None
    target = richest_with_obsidian(view) or richest(view)
    return c.NotMine(target.seat) if target else None


def hide_the_obsidian(view: Sight, offers: Offers) -> Command | None:
    """Put the obsidian aside if the next stroke risks too much with it in the cart."""
    if "what_crystal" not in offers or not view.me.obsidian or dares(view):
        return None
    return c.WhatCrystal("obsidian")


def take_two(view: Sight, offers: Offers) -> Command | None:
    target = richest(view)
    if "dont_belong" not in offers or target is None or not target.crystals - target.obsidian:
        return None
    if target.cart is None:
        return c.DontBelong(target.seat)
    gems = take_from(target, 2, view.values)
    if sum(view.values[gem] for gem in gems) < 4:
        return None
    return c.DontBelong(target.seat, cast("list[c.Gem]", gems))


def trade_up(view: Sight, offers: Offers) -> Command | None:
    """Swap my cheapest crystal for the best in sight if that gains three coins or more."""
    if "come_closer" not in offers or view.covered:
        return None
    cheapest = by_value(valuable(view.me.cart or {}), view.values)[-1]
    lots = [(gem, dwarf.seat) for dwarf in others_in(view) for gem in valuable(dwarf.cart or {})]
    dearest, target = max(lots, key=lambda lot: (view.values[lot[0]], lot))
    if view.values[dearest] - view.values[cheapest] < 3:
        return None
    return c.ComeCloser(target, cast("c.Gem", cheapest), cast("c.Gem", dearest))


def lend_me_a_hand(view: Sight, offers: Offers) -> Command | None:
    if "gimme_a_hand" not in offers:
        return None
    target = richest_with_obsidian(view) or richest(view)
    return c.GimmeAHand(target.seat) if target else None


def find(view: Sight, offers: Offers) -> Command | None:
    if "here_we_go" in offers:
        return c.HereWeGo()
    return c.Eureka() if "eureka" in offers else None


def shove(view: Sight, offers: Offers) -> Command | None:
    rich = [dwarf for dwarf in others_in(view) if worth_in(view, dwarf) >= 4]
    return c.OutOfMyWay() if "out_of_my_way" in offers and len(rich) >= 2 else None


PLAYS: tuple[Callable[[Sight, Offers], Command | None], ...] = (
    hand_obsidian_on,
    hide_the_obsidian,
    take_two,
    trade_up,
    lend_me_a_hand,
    find,
    shove,
)


# --- answers


def window(view: Sight, offers: Offers) -> Command:
    """Answer whenever there is something to answer with."""
    if "react" not in offers:
        return c.Let()
    attack = view.attack
    assert attack is not None
    named = {field.name: field.values for field in offers["react"][0].fields}
    if "pass_to" in named:
        target = richest_with_obsidian(view, named["pass_to"]) or richest(view, named["pass_to"])
        return c.React(pass_to=target.seat if target else None)
    if "take" in named:
        return c.React(take=cast("c.Gem", by_value(map(str, named["take"]), view.values)[0]))
    return c.React()


def token(view: Sight, offers: Offers) -> Command:
    saved = price(valuable(view.me.cart or {}), view.values)
    return c.SpendToken() if saved > TOKEN_IS_WORTH else c.HaveAccident()


def spend(view: Sight, offers: Offers) -> Command:
    return c.SpendToken()


def keep(view: Sight, offers: Offers) -> Command:
    return keep_all(view.tray or {})


def replace(view: Sight, offers: Offers) -> Command:
    return best_swap(view.me.cart or {}, view.tray or {}, view.values)


def share(view: Sight, offers: Offers) -> Command:
    return dearest_share(view.tray or {}, view.values)


def sell(view: Sight, offers: Offers) -> Command:
    return sale_rule(view.goods, view.values)


def thrill(view: Sight, offers: Offers) -> Command:
    """Give the bonus up only with a safe cart and a poor bonus."""
    space = view.board[0]
    bonus = space.coins + (view.sale[space.card] if space.card else 0)
    return c.GiveUpBonus() if not view.me.obsidian and bonus < 2 else c.TakeBonus()


def thrill_more(view: Sight, offers: Offers) -> Command:
    return c.DrawOn() if dares(view) else c.Stop()


ANSWERS: dict[str, Callable[[Sight, Offers], Command]] = {
    "turn": turn,
    "window": window,
    "token": token,
    "spend": spend,
    "keep": keep,
    "replace": replace,
    "share": share,
    "sell": sell,
    "thrill": thrill,
    "thrill_more": thrill_more,
}
