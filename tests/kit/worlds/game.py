"""What a game provides for tests in two worlds."""

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

#: Exchange what the reader can't see inside the log's own events; None if nothing was found.
#: It may use the game's `evolve`, never its `view` or `redact`, since those are being tested.
OtherWorld = Callable[[Log, Reader, random.Random], "list[Record[Any]] | None"]
Policy = Callable[[Any, Question, random.Random], Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class UnderTest:
    """One game, its other worlds, and the few places where its rules reveal a secret.

    `tells`: fields of seen events, as (kind, field), in which the rules reveal a secret ("you have
    no ring"). If two worlds differ only there, the pair ends; any other difference is a leak.
    `parts`: groups of event kinds, of which one happens depending on what is hidden ("played if held").
    `secret_answers`: kinds of question whose answers stay hidden even after they count, so that each
    world may get an answer of its own.
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
        """Give the way this game is played here: its own policy, or else at random."""
        return self.play or self.rules.robots["random"]
