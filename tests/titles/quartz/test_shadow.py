"""Whole matches, followed by another reading of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.kernel.questions import QuestionName
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.shadow import Shadow
from tests.titles.quartz.shadow_day import Lot, price

ALONE = {"take_bonus", "give_up_bonus", "draw_on", "stop"}
MATCHES = more(20, 300)
Table = MatchInMemory[Any, Any, Any, Any, Any, Any]


class Follower:
    """Tells the shadow of every answer, and compares the table with it after each."""

    def __init__(self, **options: bool) -> None:
        self.options = options
        self.shadow: Shadow | None = None
        self.answer: tuple[int, str, Any] = (-1, "", None)
        self.seen = 0
        self.counted = Counter[str]()

    def before(self, sitting: Table, name: QuestionName, command: Any) -> None:
        self.answer = name.seat, sitting.questions()[name].kind, command
        self.counted[command.__struct_config__.tag] += 1

    def after(self, sitting: Table) -> None:
        draws = [
            draw for record in sitting.records[self.seen :] for draw in record.draws if draw.urn != "seats"
        ]
        self.seen = len(sitting.records)
        if self.shadow is None:
            self.shadow = Shadow(sitting.table.state.order, draws, **self.options)
        else:
            self.shadow.answered(*self.answer, draws)
        self.shadow.agrees(sitting.table.state)


@qz("QZ-7", "QZ-9", "QZ-12", "QZ-13", "QZ-14", "QZ-15", "QZ-17", "QZ-31", "QZ-32", "QZ-45", "QZ-50", "QZ-51")
@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize("thrill", [False, True])
@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_another_reading_of_the_rules_foretells_every_match(seats: int, thrill: bool, covered: bool) -> None:
    counted = Counter[str]()
    for seed in range(MATCHES):
        follower = Follower(thrill=thrill, covered=covered)
        options: dict[str, object] = {"thrill": thrill, "covered_carts": covered}
        sitting = play_at_random(
            QUARTZ, seats, seed + 2000, options=options, before=follower.before, after=follower.after
        )
        assert follower.shadow is not None
        follower.shadow.ranks(QUARTZ.core.outcome(sitting.table.state))
        counted += follower.counted
    never = {str(command.__struct_config__.tag) for command in QUARTZ.core.commands} - counted.keys()
    assert never - {"have_accident"} == (set() if thrill else ALONE)


def test_it_would_notice_a_crystal_out_of_place() -> None:
    follower = Follower(thrill=False, covered=False)
    sitting = MatchInMemory.begin(QUARTZ, 3, bytes(32))
    follower.after(sitting)
    assert follower.shadow is not None
    follower.shadow.carts[0]["ruby"] += 1
    with pytest.raises(AssertionError):
        follower.shadow.agrees(sitting.table.state)


@qz("QZ-43")
def test_it_reckons_the_four_worked_sums() -> None:
    sums = {
        "quartz quartz quartz sapphire sapphire": 19,
        "emerald emerald emerald emerald sapphire sapphire quartz": 30,
        "quartz amethyst emerald sapphire ruby": 24,
        "quartz amethyst emerald sapphire ruby amber": 36,
    }
    assert {lot: price(Lot(lot.split())) for lot in sums} == sums
