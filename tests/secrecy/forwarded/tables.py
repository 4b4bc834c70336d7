"""The matches whose emails are read: every game, with every option that hides something else."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest

from tests.kit.nightly import more
from tests.kit.worlds import UnderTest
from tests.secrecy.forwarded.moments import Moment, moments
from tests.titles.quartz.worlds import COVERED, OPEN
from tests.titles.quartz_cards.worlds import FULL, LIGHT
from tests.toy.worlds import UNDER_TEST as TOY

#: Moments for each kind of question: one, and more at night.
EACH = more(1, 5)


def at_table(game: UnderTest, **options: object) -> UnderTest:
    return dataclasses.replace(game, options=game.options | options)


TABLES = {
    "quartz": at_table(OPEN, edition="2019", silence="mine_once"),
    "quartz, covered": COVERED,
    "cards, light": LIGHT,
    "cards, full": FULL,
    "the toy": TOY,
}
each_table = pytest.mark.parametrize("game", TABLES.values(), ids=TABLES)


@cache
def moments_at(game: UnderTest) -> list[Moment]:
    return moments(game, EACH)


def telling(game: UnderTest) -> list[Moment]:
    """List the moments with an awaited question whose choices alone would reveal something."""
    return [one for one in moments_at(game) if one.is_telling and one.question.awaited]


def unasked(game: UnderTest) -> set[str]:
    """List the questions that are never asked in such a match."""
    return set() if "thrill" in game.options else {"thrill", "thrill_more"} & game.rules.core.asks
