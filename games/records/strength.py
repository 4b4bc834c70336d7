"""How a match changes what we believe about its players' strength: one update for the whole table.

The library is openskill (Weng and Lin's Bayesian ranking). It knows tables of any size and ties, has no
dependencies and, unlike TrueSkill, no patent on it. A strength is a mean and its uncertainty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
#: What is shown is the mean and twice its uncertainty: the strength lies within it 19 times in 20.
SHOWN: Final = 2


class Strength(NamedTuple):
    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """Return the lower end of what is shown: newcomers begin at the end of a list."""
        return self.mu - SHOWN * self.sigma


NEW: Final = Strength(_MODEL.mu, _MODEL.sigma)


def after(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return the strengths after a match, in the same order; equal ranks are ties."""
    table = [[_MODEL.create_rating([one.mu, one.sigma])] for one in before]
    rated = _MODEL.rate(table, ranks=list(map(float, ranks)))
    return [Strength(one.mu, one.sigma) for (one,) in rated]
