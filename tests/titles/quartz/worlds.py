"""Other worlds of Quartz: other cards in rivals' hands and the deck, other crystals in their chests.

Under covered carts also other crystals in their carts, on their what_crystal cards and on trays. All
crystals sell for the same here, so that what was stored can be exchanged and the coins stay as they
were seen.
"""

from __future__ import annotations

import random
from typing import Any

from games.rules.kernel.chance import Draw
from games.rules.kernel.events import Record
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Reader
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import DECK
from games.titles.quartz.rules.gems import OBSIDIAN, VALUABLE
from games.titles.quartz.rules.view import Sight
from tests.kit.worlds.game import Log, UnderTest
from tests.kit.worlds.log import Walk, respun
from tests.titles.quartz.retelling import Changes, Teller, Untellable

TRIES = 128
ONE_PRICE: dict[str, object] = {"crystal_values": dict.fromkeys(VALUABLE, 3)}


def other_world(log: Log, reader: Reader, dice: random.Random) -> list[Record[Any]] | None:
    """Tell the log with other hidden things; None where no telling was found."""
    for _ in range(TRIES):
        try:
            other = retold(
                log, Teller(reader, exchanged(log, reader, dice), dice, dice.choice((0.0, 0.2, 0.5)))
            )
            if [one.event for one in other] != [one.event for one in log]:  # not the order of draws alone
                return respun(other, dice)
        except (HistoryBroken, Untellable):
            continue
    return None


def retold(log: Log, teller: Teller) -> list[Record[Any]]:
    walk, other = Walk(QUARTZ, log), []
    for record in log:
        told = teller.tell(record, walk.state)
        walk.step(told)
        other.append(told)
    return other


# --- what is exchanged


def exchanged(log: Log, reader: Reader, dice: random.Random) -> Changes:
    """Choose what comes out otherwise: cards between rivals, or from the deck; crystals from the bag."""
    cards = [
        draw for record in log if isinstance(record.event, e.CardsDealt) for draw in unseen(record, reader)
    ]
    way = dice.choice(("rivals", "deck", "crystals", "nothing drawn"))
    if way == "rivals":
        some = sampled(cards, dice)
        mixed = dice.sample([draw.item for draw in some], len(some))
        return {draw.number: item for draw, item in zip(some, mixed, strict=True)}
    if way == "deck":
        return {draw.number: dice.choice(sorted(DECK)) for draw in sampled(cards, dice)}
    if way == "crystals" and log[0].event.options.get("covered_carts"):
        found = [draw for record in log for draw in unseen(record, reader) if draw.urn == "bag"]
        found = [draw for draw in found if draw.item != OBSIDIAN]
        return {draw.number: dice.choice(VALUABLE) for draw in sampled(found, dice)}
    return {}


def sampled(draws: list[Draw], dice: random.Random) -> list[Draw]:
    return dice.sample(draws, min(len(draws), dice.choice((1, 2, 2, 3, 4))))


def unseen(record: Record[Any], reader: Reader) -> tuple[Draw, ...]:
    """List the draws of a record if they bring out what the reader can't see."""
    event = record.event
    if isinstance(event, e.TrayFilled):
        return () if reader in (event.seat, event.asks) else record.draws
    hidden = isinstance(event, e.CardsDealt | e.Mined) and event.seat != reader
    return record.draws if hidden else ()


# --- how it is played


def play(view: Sight, question: Question, dice: random.Random) -> Any:
    """Play sensibly half of the time, so that days are long and cards are played; store what one can."""
    robot = QUARTZ.robots["miner" if dice.random() < 0.4 else "random"]
    if question.kind == "sell":
        field = next(asked for asked in view.asked if asked.question == question).choices[0].fields[0]
        return c.Store(sorted(dice.sample(field.values, field.most)))  # type: ignore[arg-type]
    if question.kind == "turn" and dice.random() < 0.3:
        return c.Mine()
    return robot(view, question, dice)


# What is sold and stored stays hidden; how many, and for how much, is told. A reaction that is played
# if held tells whether it was. After the last day hands are laid open.
TELLS = frozenset(
    {
        ("crystals_sold", "coins"),
        ("crystals_sold", "stored_count"),
        ("crystals_sold", "sold_count"),
        ("hand_sold", "cards"),
        ("hand_sold", "coins"),
    }
)

OPEN = UnderTest(
    rules=QUARTZ,
    other_world=other_world,
    options=ONE_PRICE,
    tells=TELLS,
    parts=frozenset({frozenset({"reacted", "let_happen"})}),
    secret_answers=frozenset({"sell"}),
    play=play,
)
COVERED = UnderTest(
    rules=QUARTZ,
    other_world=other_world,
    options=ONE_PRICE | {"covered_carts": True, "thrill": True},
    tells=TELLS,
    parts=frozenset({frozenset({"reacted", "let_happen"})}),
    secret_answers=frozenset({"sell", "replace"}),
    play=play,
)
