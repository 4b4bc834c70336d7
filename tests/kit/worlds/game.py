"""What a game brings along to be tried in two worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Reader

Log = Sequence[Record[Any]]

#: Exchange what the reader can't see inside the log's own events; None where nothing could be found.
#: It may lean on the game's `evolve`, never on its `view` or `redact`: those are what is being tried.
OtherWorld = Callable[[Log, Reader, random.Random], "list[Record[Any]] | None"]
Policy = Callable[[Any, Question, random.Random], Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class UnderTest:
    """One game, its other worlds, and the few places where its own rules tell a secret.

    `tells`: fields of what is seen, as (kind, field), in which the rules say a secret aloud ("you have
    no ring"). Where two worlds differ in nothing else there the pair ends; any other difference is a leak.
    `parts`: kinds of event of which one or the other happens by what is hidden ("played if held").
    `secret_answers`: kinds of question whose answers stay hidden even after they count, so that each
    world may be given an answer of its own.
    `comparable`: the share of pairs that must stay comparable for at least one act.
    """

    rules: AnyRules
    other_world: OtherWorld
    options: dict[str, object]
    tells: frozenset[tuple[str, str]] = frozenset()
    parts: frozenset[frozenset[str]] = frozenset()
    secret_answers: frozenset[str] = frozenset()
    comparable: float = 0.75
    play: Policy | None = None

    @property
    def policy(self) -> Policy:
        """Give the way this game is played here: at random, unless it brought a better one."""
        return self.play or self.rules.robots["random"]
