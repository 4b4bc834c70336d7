"""The move made when a question's time is up and nothing else covers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question, things
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.gems import OBSIDIAN, Gems, by_value, joined, price, valuable, without, worth
from games.titles.quartz.rules.state import State, goods

Values = Mapping[str, int]


def turn(state: State, seat: Seat) -> Command:
    if state.silence == "mine_once" and OBSIDIAN not in state.carts[seat]:
        return c.Mine()
    return c.Leave()


def window(state: State, seat: Seat) -> Command:
    return c.Let()


def token(state: State, seat: Seat) -> Command:
    return c.SpendToken()


def keep(state: State, seat: Seat) -> Command:
    return keep_all(state.tray)


def replace(state: State, seat: Seat) -> Command:
    return best_swap(state.carts[seat], state.tray, state.values)


def share(state: State, seat: Seat) -> Command:
    return dearest_share(state.tray, state.values)


def sell(state: State, seat: Seat) -> Command:
    return sale_rule(goods(state, seat), state.values)


def thrill(state: State, seat: Seat) -> Command:
    return c.TakeBonus()


def thrill_more(state: State, seat: Seat) -> Command:
    return c.Stop()


SILENCE: dict[str, Callable[[State, Seat], Command]] = {
    "turn": turn,
    "window": window,
    "token": token,
    "spend": token,
    "keep": keep,
    "replace": replace,
    "share": share,
    "sell": sell,
    "thrill": thrill,
    "thrill_more": thrill_more,
}


def silence(state: State, question: Question) -> Command:
    """Give the move that is made when time runs out."""
    return SILENCE[question.kind](state, question.seat)


# --- rules of thumb, shared with standing orders and the robot: they see only what they are given


def keep_all(tray: Gems) -> c.Keep:
    return c.Keep(cast("list[c.Gem]", list(things(tray))))


def best_swap(cart: Gems, tray: Gems, values: Values) -> c.Replace | c.ReplaceNothing:
    """Find the swap that raises the cart's price most; of equals, the best drawn for my cheapest."""
    mine = valuable(cart)
    before = price(mine, values)
    swaps = [
        (price(joined(without(mine, {give: 1}), {take: 1}), values), values[take], -values[give], give, take)
        for give in sorted(mine)
        for take in sorted(valuable(tray))
    ]
    after, _, _, give, take = max(swaps)
    if after <= before:
        return c.ReplaceNothing()
    return c.Replace(cast("c.Gem", give), cast("c.Gem", take))


def dearest_share(tray: Gems, values: Values) -> c.Share | c.ShareNothing:
    dear = by_value(valuable(tray), values)
    return c.Share(cast("c.AnyGem", dear[0])) if dear else c.ShareNothing()


def sale_rule(lot: Gems, values: Values) -> c.Store:
    """Store up to two crystals, most valuable first, if price plus stored value doesn't fall (QZ-73)."""
    stored: Gems = {}
    for gem in by_value(things(lot), values):
        more = joined(stored, {gem: 1})
        if sum(more.values()) <= 2 and promise(lot, more, values) >= promise(lot, stored, values):
            stored = more
    return c.Store(cast("list[c.Gem]", list(things(stored))))


def promise(lot: Gems, stored: Gems, values: Values) -> int:
    """Add today's price of what is sold to the face value of what is stored."""
    return price(without(lot, stored), values) + worth(stored, values)
