"""A sensible robot. It sees what a player in its seat would see, and nothing else.

It digs while the next card promises more than it risks, spoils the lines of others when that pays, fends
off what it can, and protects a column when losing it would hurt.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choice, Question, things
from games.rules.kernel.robots import choices_in
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.answers import dearest_of
from games.titles.quartz_cards.rules.line import (
    PRESENT,
    by_value,
    crystal_of,
    crystals,
    gives_way,
    joined,
    mine_cards_in,
    points,
    without,
)
from games.titles.quartz_cards.rules.odds import promise, risk
from games.titles.quartz_cards.rules.plans import is_doomed, stop_with_beauty
from games.titles.quartz_cards.rules.silence import protect_dearest
from games.titles.quartz_cards.rules.view import Sight

WORTH_PROTECTING = 17  # points of a column for which a whole turn is given
WORTH_A_BEAUTY = 7  # points of a column for which a card is
WORTH_SPOILING = 6  # of a line
WORTH_STEALING = 6  # points gained and lost, added up
WORTH_DEFENDING = 3
WORTH_HIRING = 2  # value of a crystal given for a helper, at most
Offers = dict[str, list[Choice]]


def prospector(view: Sight, question: Question, dice: random.Random) -> Command:
    """Answer any question of the card game."""
    offers: Offers = {}
    for choice in choices_in(view, question):
        offers.setdefault(choice.command, []).append(choice)
    return ANSWERS[question.kind](view, offers)


# --- own turns


def turn(view: Sight, offers: Offers) -> Command:
    columns = view.me.columns
    if columns and (is_doomed(view) or most_points(view) >= WORTH_PROTECTING):
        return protect_dearest(columns, view.values) or c.Explore()
    return c.Explore()


def most_points(view: Sight) -> int:
    columns = view.me.columns
    return max(points({gem: count}, view.values) for gem, count in columns.items())


def dig(view: Sight, offers: Offers) -> Command:
    chance = risk(view)
    if (1 - chance) * promise(view) > chance * stake(view):
        return c.DigOn()
    return stop_with_beauty(view, WORTH_A_BEAUTY) or c.Stop()


def stake(view: Sight) -> int:
    """Give what an accident would cost: the points of the line."""
    open_ = view.me.columns
    line = crystals(mine_cards_in(view.line))
    return points(joined(open_, line), view.values) - points(open_, view.values)


def hire(view: Sight, offers: Offers) -> Command:
    value = view.values[crystal_of(view.line[-1])]
    return c.Hire() if value <= WORTH_HIRING else c.DeclineHire()


# --- attacks


def attack(view: Sight, offers: Offers) -> Command:
    """Play the first card held that pays now."""
    held = [str(offer.fields[0].values[0]) for offer in offers.get("attack", ())]
    for card, pays in ATTACKS.items():
        if card in held and (command := pays(view)):
            return command
    return c.LetPass()


def present(view: Sight) -> Command | None:
    """Bring down a line that has one present already, or burden one that will be dug on."""
    assert view.moment is not None
    if PRESENT in view.line:
        return c.Attack("little_present") if view.line_worth >= WORTH_DEFENDING else None
    early = view.moment.at != "stopped"
    return c.Attack("little_present") if early and view.line_worth >= WORTH_SPOILING else None


def theft(view: Sight) -> Command | None:
    """Take the column or the two cards that change the score between us most."""
    theirs = view.miners[view.active].columns
    lots: list[tuple[int, c.Attack]] = [
        (swing(view, {gem: count}), c.Attack("yours_no_more", column=cast("c.Crystal", gem)))
        for gem, count in theirs.items()
    ]
    pair = by_value(things(theirs), view.values)[:2]
    lots.append((swing(view, crystals(pair)), c.Attack("yours_no_more", gems=cast("list[c.Crystal]", pair))))
    best, command = max(lots, key=lambda lot: lot[0])
    return command if best >= 2 * WORTH_STEALING else None


def swing(view: Sight, lot: dict[str, int]) -> int:
    """Add up what I gain and what they lose."""
    mine, theirs = view.me.columns, view.miners[view.active].columns
    gain = points(joined(mine, lot), view.values) - points(mine, view.values)
    return gain + points(theirs, view.values) - points(without(theirs, lot), view.values)


def snatch(view: Sight) -> Command | None:
    cards = mine_cards_in(view.line)
    return c.Attack("hand_it_over") if cards and view.values[crystal_of(cards[-1])] >= 4 else None


def lend_a_hand(view: Sight) -> Command | None:
    """Play may_i_help: always worth it, best if the other card may bring the line down."""
    assert view.moment is not None
    worth = view.line_worth >= WORTH_SPOILING and risk(view) >= 0.3
    return c.Attack("may_i_help") if worth or view.moment.at == "stopped" else None


def cut_short(view: Sight) -> Command | None:
    """End a turn that has brought nothing yet."""
    return c.Attack("stop_stop_stop") if view.line_worth <= 1 else None


ATTACKS: dict[str, Callable[[Sight], Command | None]] = {
    "little_present": present,
    "yours_no_more": theft,
    "may_i_help": lend_a_hand,
    "hand_it_over": snatch,
    "stop_stop_stop": cut_short,
}


def help_(view: Sight, offers: Offers) -> Command:
    """Keep the card that leaves the line of the other worse and my columns better."""
    cards = sorted(view.tray or [])
    if len(cards) == 1:
        spoils = gives_way([*view.line, cards[0]]) and view.line_worth > WORTH_SPOILING
        return c.Keep(c.NOTHING if spoils else cards[0])
    return c.Keep(max(cards, key=lambda card: kept_value(view, cards, card)))


def kept_value(view: Sight, cards: list[str], card: str) -> int:
    laid = cards[1] if card == cards[0] else cards[0]
    spoils = view.line_worth if gives_way([*view.line, laid]) else -view.values[crystal_of(laid)]
    return view.values[crystal_of(card)] + spoils


# --- answers


def defend(view: Sight, offers: Offers) -> Command:
    """Answer with the card made for the attack; play one that answers any only if it matters."""
    held = [cast("c.DefenceCard", offer.fields[0].values[0]) for offer in offers.get("defend", ())]
    if not held or (held[0] == "no_chance" and at_stake(view) < WORTH_DEFENDING):
        return c.Let()
    return c.Defend(held[0], dearest_of(view, held[0]))


def at_stake(view: Sight) -> int:
    """Give what an attack may cost."""
    assert view.attack is not None
    aim = view.attack.aim
    if aim.card == "hand_it_over":
        return view.values[crystal_of(mine_cards_in(view.line)[-1])]
    if aim.card == "yours_no_more":
        lot = {aim.column: view.me.columns[aim.column]} if aim.column else aim.gems
        return points(lot, view.values)
    if aim.card == "stop_stop_stop":
        return WORTH_DEFENDING if view.line_worth <= 1 else 0
    return view.line_worth


ANSWERS: dict[str, Callable[[Sight, Offers], Command]] = {
    "turn": turn,
    "go_on": lambda view, offers: c.GoOn(),
    "dig": dig,
    "hire": hire,
    "ambush": attack,
    "attack": attack,
    "help": help_,
    "defend": defend,
    "get_lost": defend,
}
