"""A log of Quartz told anew, record by record, with other hidden things in it.

What the reader can't see is made to fit what lies where in the other world; what the reader sees stays
as it was, and where that couldn't have happened the telling fails. This follows the rules (QZ-46,
QZ-62), not the code that hides things: that is what is being tried.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.rules.kernel.chance import ONCE, Draw, Put, multiset
from games.rules.kernel.events import Record
from games.rules.kernel.seats import Reader
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN, Gems, holds, joined, price, valuable, without
from games.titles.quartz.rules.state import State, goods

Changes = Mapping[int, str]  # what comes out instead, by the number of the draw


class Untellable(Exception):
    """Raised when what everybody saw couldn't have happened with these things."""


class Teller:
    """Tells records anew for one reader; `stir` is how readily hidden choices are made otherwise."""

    def __init__(self, reader: Reader, changes: Changes, dice: random.Random, stir: float) -> None:
        self.reader, self.changes, self.dice, self.stir = reader, changes, dice, stir
        self.gives = ""  # the own crystal named with the card that is being played

    def tell(self, record: Record[Any], state: State) -> Record[Any]:
        """Tell one record as it happened in the other world, where things stood so before."""
        telling = TELLINGS.get(type(record.event))
        if telling is None or (type(record.event) not in ALWAYS and not state.covered):
            return record
        return telling(self, record, state)

    def sees(self, *concerned: int | None) -> bool:
        return self.reader in concerned

    def choose(self, lot: Iterable[str], before: str) -> str:
        """Choose what was chosen before if it is there, and else, or now and then, something else."""
        there = sorted(set(lot))
        if not there:
            raise Untellable
        return before if before in there and self.dice.random() >= self.stir else self.dice.choice(there)

    def redrawn(self, draws: Iterable[Draw]) -> tuple[Draw, ...]:
        return tuple(replace(draw, item=self.changes.get(draw.number, draw.item)) for draw in draws)


def into_bag(gems: Gems) -> tuple[Put, ...]:
    return (Put("bag", gems),) if gems else ()


def once(draw: Draw, lot: Gems) -> Put:
    """Fill the urn that is used for one draw only."""
    assert draw.urn.startswith(ONCE)
    return Put(draw.urn, dict(lot))


# --- hidden with and without covers


def cards_dealt(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    if teller.sees(record.event.seat):
        return record
    draws = teller.redrawn(record.draws)
    event = e.CardsDealt(record.event.seat, multiset(draw.item for draw in draws))
    return replace(record, draws=draws, event=event)


def crystals_sold(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    """Store so many for the same coins."""
    event = record.event
    if teller.sees(event.seat):
        return record
    lot = goods(state, event.seat)
    count = sum(event.stored.values())
    ways = [multiset(way) for way in set(itertools.combinations(sorted(laid_out(lot)), count))]
    ways = [way for way in ways if price(without(lot, way), state.values) == event.coins]
    if not ways:
        raise Untellable
    keeps = event.stored in ways and teller.dice.random() >= teller.stir
    stored = event.stored if keeps else teller.dice.choice(sorted(ways, key=str))
    sold = without(lot, stored)
    return replace(record, puts=into_bag(sold), event=replace(event, stored=stored, sold=sold))


def laid_out(lot: Gems) -> list[str]:
    return [gem for gem, count in lot.items() for _ in range(count)]


# --- hidden in covered carts


def mined(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    if teller.sees(record.event.seat):
        return record
    draws = teller.redrawn(record.draws)
    return replace(record, draws=draws, event=replace(record.event, gem=draws[0].item))


def card_played(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    """A trade's own crystal is seen by the two; one for what_crystal only by its owner, but for obsidian."""
    event = record.event
    if event.gives in (None, OBSIDIAN) or teller.sees(event.seat, event.target):
        return record
    teller.gives = teller.choose(valuable(state.carts[event.seat]), event.gives)
    return replace(record, event=replace(event, gives=teller.gives))


def traded(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    event, lot = record.event, valuable(state.carts[record.event.target])
    gave, took = event.gave, event.took
    if not teller.sees(event.seat, event.target):
        gave, took = teller.gives, teller.choose(lot, took)
    draw = replace(record.draws[0], item=took)
    return replace(record, puts=(once(draw, lot),), draws=(draw,), event=replace(event, gave=gave, took=took))


def parked(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    if teller.sees(record.event.seat) or record.event.gem == OBSIDIAN:
        return record
    return replace(record, event=replace(record.event, gem=teller.gives))


def shoved(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    puts, draws, losses = [], [], []
    for (seat, gem), draw in zip(record.event.losses, record.draws, strict=True):
        lot = valuable(state.carts[seat])
        losses.append((seat, gem if teller.sees(seat) else teller.choose(lot, gem)))
        draws.append(replace(draw, item=losses[-1][1]))
        puts.append(once(draw, lot))
    puts += [Put("bag", {gem: 1}) for _, gem in losses]
    return replace(record, puts=tuple(puts), draws=tuple(draws), event=replace(record.event, losses=losses))


def stolen(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    event, left = record.event, valuable(state.carts[record.event.victim])
    puts, draws = [], []
    for draw in record.draws:
        seen = teller.sees(event.thief, event.victim)
        draws.append(replace(draw, item=draw.item if seen else teller.choose(left, draw.item)))
        puts.append(once(draw, left))
        left = without(left, {draws[-1].item: 1})
    gems = multiset(draw.item for draw in draws)
    return replace(record, puts=tuple(puts), draws=tuple(draws), event=replace(event, gems=gems))


def taken_back(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    event, lot = record.event, valuable(state.carts[record.event.thief])
    if event.gem is None:
        return record
    gem = event.gem if teller.sees(event.seat, event.thief) else teller.choose(lot, event.gem)
    draw = replace(record.draws[0], item=gem)
    return replace(record, puts=(once(draw, lot),), draws=(draw,), event=replace(event, gem=gem))


def accident_happened(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    lost = dict(state.carts[record.event.seat])
    return replace(record, puts=into_bag(lost), event=replace(record.event, lost=lost))


def tray_filled(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    """The two crystals of gimme_a_hand are seen by caller and miner, what else is drawn by who draws."""
    event = record.event
    if teller.sees(event.seat, event.asks):
        return record
    draws = teller.redrawn(record.draws)
    gems = multiset(draw.item for draw in draws)
    if event.card != "gimme_a_hand":
        gems = valuable(gems)
    return replace(record, draws=draws, event=replace(event, gems=gems))


def kept(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    event = record.event
    if teller.sees(event.seat):
        return record
    tray = laid_out(state.tray)
    same = holds(state.tray, event.gems) and teller.dice.random() >= teller.stir
    gems = event.gems if same else multiset(teller.dice.sample(sorted(tray), sum(event.gems.values())))
    back = without(state.tray, gems)
    return replace(record, puts=into_bag(back), event=replace(event, gems=gems, back=back))


def replaced(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    """Whether anything is swapped at all stays under the covers."""
    event = record.event
    if teller.sees(event.seat):
        return record
    if event.took is None or teller.dice.random() < teller.stir / 2:
        return replace(
            record,
            puts=into_bag(dict(state.tray)),
            event=e.Replaced(event.seat, None, None, dict(state.tray)),
        )
    gave, took = (
        teller.choose(valuable(state.carts[event.seat]), event.gave),
        teller.choose(state.tray, event.took),
    )
    back = without(state.tray, {took: 1})
    return replace(
        record, puts=into_bag(joined(back, {gave: 1})), event=e.Replaced(event.seat, gave, took, back)
    )


def shared(teller: Teller, record: Record[Any], state: State) -> Record[Any]:
    """Everybody sees whether something was taken, and where an obsidian lands."""
    event = record.event
    if teller.sees(event.player, event.miner) or event.back:
        return record
    took = event.took
    if took not in (None, OBSIDIAN):
        took = teller.choose(valuable(state.tray), took)
    kept_ = without(state.tray, {took: 1} if took else {})
    return replace(record, event=replace(event, took=took, kept=kept_))


ALWAYS = (e.CardsDealt, e.CrystalsSold)
TELLINGS: dict[type, Callable[[Teller, Record[Any], State], Record[Any]]] = {
    e.CardsDealt: cards_dealt,
    e.CrystalsSold: crystals_sold,
    e.Mined: mined,
    e.CardPlayed: card_played,
    e.Traded: traded,
    e.Parked: parked,
    e.Shoved: shoved,
    e.Stolen: stolen,
    e.TakenBack: taken_back,
    e.AccidentHappened: accident_happened,
    e.TrayFilled: tray_filled,
    e.Kept: kept,
    e.Replaced: replaced,
    e.Shared: shared,
}
