"""How ambushes strike, and how orders answer whether to attack (QC-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import things
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.line import by_value, crystal_of, holds, mine_cards_in
from games.titles.quartz_cards.rules.orders import Ambush, Orders
from games.titles.quartz_cards.rules.silence import as_command
from games.titles.quartz_cards.rules.view import Sight

Since = Sequence[Seen]


def attack(view: Sight, orders: Orders, since: Since) -> Command | None:
    """Let an ambush strike when its owner is asked, too; without one, ask or pass."""
    return ambush(view, orders, since) or (passing(view, orders) if orders.attack == "pass" else None)


def passing(view: Sight, orders: Orders) -> Command:
    """Pass, unless the owner named an attack by hand in this moment: then repeat it."""
    aim = view.answers.get(Seat(view.reader))
    if aim is None or aim.card in {one.card for one in orders.ambushes}:
        return c.LetPass()
    again = as_command(aim)
    return again if finds(view, again) else c.LetPass()


def ambush(view: Sight, orders: Orders, since: Since) -> Command | None:
    """Let the first ambush that fits strike (QC-14)."""
    waiting = (one for one in unspent(view, orders, since) if fits(view, one))
    return next((strike for one in waiting if (strike := named(view, one))), None)


def unspent(view: Sight, orders: Orders, since: Since) -> tuple[Ambush, ...]:
    """Leave out ambushes whose card has been played, by the ambush or otherwise."""
    played = {
        seen.word("card")
        for seen in since
        if seen.kind == "attack_played" and seen.seat("seat") == view.reader
    }
    return tuple(one for one in orders.ambushes if one.card not in played)


def fits(view: Sight, one: Ambush) -> bool:
    """Tell whether this is the moment an ambush waits for."""
    cards = mine_cards_in(view.line)
    last = view.values[crystal_of(cards[-1])] if cards else 0
    return (
        one.against in ("anybody", view.active)
        and (one.cards is None or counts_right(view, one.cards))
        and (one.worth is None or view.line_worth >= one.worth)
        and (one.last is None or (bool(cards) and last >= one.last))
        and one.card in (view.me.hand or {})
    )


def counts_right(view: Sight, cards: int) -> bool:
    """Tell whether the line has so many mine cards; 0 means the announcement and no other moment (QC-14)."""
    if cards == 0:
        return view.moment is not None and view.moment.at == "announced"
    return len(mine_cards_in(view.line)) == cards


def named(view: Sight, one: Ambush) -> Command | None:
    """Give the attack of an ambush with what it takes, or None while what it needs isn't there."""
    strike = theft(view, one) if one.card == "yours_no_more" else c.Attack(one.card)
    return strike if finds(view, strike) else None


def theft(view: Sight, one: Ambush) -> c.Attack:
    if one.take != "dearest_two":
        return c.Attack(one.card, column=one.take)
    lot = by_value(things(view.miners[view.active].columns), view.values)[:2]
    return c.Attack(one.card, gems=cast("list[c.Crystal]", lot))


def finds(view: Sight, strike: c.Attack) -> bool:
    """Tell by public facts whether what an attack needs and names is there (QC-10)."""
    columns = view.miners[view.active].columns
    if strike.card == "yours_no_more":
        lot = strike.gems if strike.column is None else [strike.column]
        return bool(lot) and holds(columns, multiset(lot))
    if strike.card == "hand_it_over":
        return bool(mine_cards_in(view.line))
    return strike.card != "stop_stop_stop" or view.moment is None or view.moment.at != "stopped"
