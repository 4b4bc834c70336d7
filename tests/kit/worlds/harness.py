"""Plays matches, makes other worlds of them along the way, and counts the results."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from games.rules.kernel.seats import Reader
from games.rules.match_in_memory import MatchInMemory
from tests.kit.worlds.acts import ActSource, Table
from tests.kit.worlds.game import UnderTest
from tests.kit.worlds.pair import Pair, attempt
from tests.kit.worlds.reading import Parted, Stumbled

PREFIX, STEPS, LONGEST = 30, 25, 250  # acts before a pair, within one, and in a whole match
MATCHES = 5  # started for each pair at most: some end before any pair is made


@dataclass
class Yields:
    """How much was really compared, since a test that compares nothing passes too."""

    tried: int = 0
    compared: int = 0  # pairs that read the same at every event so far and for at least one more act
    steps: int = 0  # acts after which everything the reader sees was compared
    ended: Counter[str] = field(default_factory=Counter)
    exchanges: Counter[str] = field(default_factory=Counter)
    faults: list[Exception] = field(default_factory=list)  # errors of the game in both worlds alike

    def __add__(self, more: Yields) -> Yields:
        return Yields(
            self.tried + more.tried,
            self.compared + more.compared,
            self.steps + more.steps,
            self.ended + more.ended,
            self.exchanges + more.exchanges,
            self.faults + more.faults,
        )


def compare_worlds(
    game: UnderTest,
    seats: int,
    reader: Reader,
    pairs: int,
    *,
    seed: int = 0,
    sitting: type[Table] = MatchInMemory,
) -> Yields:
    """Compare this many pairs of worlds for one reader; raise Leak if that reader can tell them apart.

    An error in both worlds is no leak; it is raised if no leak was found.
    """
    yields = Yields()
    dice = random.Random(f"{game.rules.meta.slug} {seats} {reader} {seed}")
    for _ in range(MATCHES * pairs):
        source = ActSource(game, dice)
        table = sitting.begin(game.rules, seats, dice.randbytes(32), game.options)
        while yields.tried < pairs and len(source.moments) < LONGEST and play_on(source, table, yields):
            try_pair(source, table, reader, yields)
        if yields.tried >= pairs or len(yields.faults) > pairs:
            break
    if yields.faults:
        raise yields.faults[0]
    return yields


def play_on(source: ActSource, table: Table, yields: Yields) -> bool:
    """Play on to where a pair may begin; return whether the match still runs."""
    for _ in range(source.dice.randrange(PREFIX)):
        if not table.awaited():
            break
        if act := source.act(table):
            outcome = attempt(table, act, other=False)
            if outcome.error:
                yields.faults.append(outcome.error)
                return False
            source.remember(table)
    return any(question.awaited for question in table.questions().values())


def try_pair(source: ActSource, table: Table, reader: Reader, yields: Yields) -> None:
    """Make one pair and compare it for as long as it lasts."""
    yields.tried += 1
    before = yields.steps
    try:
        pair = Pair(source, table, reader)
        yields.exchanges[pair.exchange] += 1
        pair.read_all()
        pair.seal()
        pair.compare_now("at the start")
        run(pair, yields)
        yields.ended["played through"] += 1
    except Parted as parted:
        yields.ended[str(parted)] += 1
        if isinstance(parted, Stumbled):
            yields.faults.append(parted.error)
    yields.compared += yields.steps > before


def run(pair: Pair, yields: Yields) -> None:
    """Let things happen in both worlds if both allow them; raise Parted or Leak."""
    for _ in range(STEPS):
        if not pair.first.awaited():
            return
        pair.probe()
        pair.press()
        pair.knock()
        act = pair.source.act(pair.first)
        if act and (act := pair.fit(act)):
            # Even if the pair ends here, the first world has moved on, and moments come from it.
            try:
                pair.happen(act)
            finally:
                pair.source.remember(pair.first)
            yields.steps += 1
