"""Moments of a match at which an email could reveal what only its reader may know.

Each comes with another world that reads the same to an onlooker, but not to the seat that is asked. They are
played in memory, since the rare questions are far apart.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import Choices, Question, QuestionName
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.table import Table
from games.rules.match_in_memory import MatchInMemory
from tests.kit.worlds import UnderTest
from tests.kit.worlds.acts import Table as Played
from tests.kit.worlds.game import Log

SEATS, LONGEST, TRIES = 3, 300, 6
OFTEN = 0.12  # the chance of looking again at a kind of question whose choices have revealed nothing so far


@dataclass(frozen=True)
class Moment:
    """A question, and another world in which the seat that is asked holds something else."""

    game: UnderTest
    secret: bytes
    log: Log
    other: Log
    name: QuestionName
    question: Question
    here: Choices
    there: Choices

    @property
    def kind(self) -> str:
        return self.question.kind

    @property
    def is_telling(self) -> bool:
        """Check whether the choices alone would reveal which world this is."""
        return self.here != self.there

    @property
    def offered(self) -> Choices:
        """Give the choices of both worlds."""
        return tuple(dict.fromkeys((*self.here, *self.there)))


def moments(game: UnderTest, each: int, matches: int = 30) -> list[Moment]:
    """Find so many moments for each kind of question, first those that offer something else elsewhere."""
    asks = game.rules.core.asks - game.rules.core.moments
    found: list[Moment] = []
    best = Counter[str]()
    for seed in range(matches):
        new = [*_in_a_match(game, seed)]
        found += new
        best.update(one.kind for one in new if one.is_telling and one.question.awaited)
        if all(best[kind] >= each for kind in asks):  # later ones would come after these
            break
    found.sort(key=lambda one: (not one.is_telling, not one.question.awaited))
    of_kind = Counter[str]()
    few = []
    for moment in found:
        of_kind[moment.kind] += 1
        if of_kind[moment.kind] <= each:
            few.append(moment)
    return few


def _in_a_match(game: UnderTest, seed: int) -> Iterator[Moment]:
    """Play a match; yield one moment for each kind of question, preferably one whose choices differ."""
    dice = random.Random(f"{game.rules.meta.slug} {game.options} {seed}")
    table = MatchInMemory.begin(game.rules, SEATS, dice.randbytes(32), game.options)
    found: dict[str, Moment] = {}
    for _ in range(LONGEST):
        if not table.awaited():
            break
        for name, question in table.questions().items():
            known = found.get(question.kind)
            has_enough = known is not None and (known.is_telling or dice.random() > OFTEN)
            if question.kind in game.rules.core.moments or has_enough:
                continue
            if (moment := _moment(game, table, name, dice)) and (known is None or moment.is_telling):
                found[question.kind] = moment
        name = dice.choice(sorted(table.awaited()))
        table.give(name, name.seat, game.policy(table.view(name.seat), table.questions()[name], dice))
    yield from found.values()


def _moment(game: UnderTest, table: Played, name: QuestionName, dice: random.Random) -> Moment | None:
    """Find another world in which the question offers something else, or its seat sees something else."""
    best: Log | None = None
    here, offered = _own(game, table.table, name)
    for _ in range(TRIES):
        log = game.other_world(table.records, PUBLIC, dice)
        there, elsewhere = _own(game, fold(game.rules, log), name) if log else (here, offered)
        if there != here:
            best = log
        if elsewhere != offered:
            break
    if best is None:
        return None
    log = [codec(game.rules).read(canonical(record)) for record in best]  # as it would be stored
    there = _own(game, fold(game.rules, log), name)[1]
    return Moment(game, table.secret, [*table.records], log, name, table.questions()[name], offered, there)


def _own(game: UnderTest, table: Table[Any, Any], name: QuestionName) -> tuple[object, Choices]:
    """Return what a seat sees, and what a question offers it."""
    question = next(one for one in game.rules.core.open(table.state) if one.name(table.rewound) == name)
    return game.rules.core.view(table.state, name.seat), game.rules.core.choices(table.state, question)
