"""The table as an email draws it: the line while there is one, and at the end what lay under the chests."""

from __future__ import annotations

import pytest

from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.wording import sentence
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from tests.kit.given import Scene
from tests.titles.quartz_cards.furnished import furnished
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import table


def told(scene: Scene, reader: Reader) -> list[tuple[str, list[str]]]:
    """Say each line of the drawing: what it is called, and what is noted beside it."""
    return [
        (
            sentence(QUARTZ_CARDS.core.words, rank.label),
            [sentence(QUARTZ_CARDS.core.words, note) for note in rank.notes],
        )
        for rank in QUARTZ_CARDS.mail.board(scene.view(reader))
    ]


def test_while_it_is_played_chests_are_counted() -> None:
    ranks = dict(told(furnished(), PUBLIC))
    assert next(iter(ranks)) == "Seat 1's line"
    assert ranks["Seat 2"] == ["2 helpers in hand", "2 cards under the chest"]


def test_when_all_is_over_there_is_no_line_and_the_chests_lie_open() -> None:
    scene = table("ruby", "", chests={1: "amber amber"}, line="amber 5", left=["quartz"])
    ranks = told(scene.when(0, c.DigOn(), chance=["quartz"]), AFTERWARDS)
    assert ranks == [("Seat 1", []), ("Seat 2", ["under the chest: amber ×2"])]


@qc("QC-12")
@pytest.mark.parametrize(("presents", "percent"), [(0, 0), (1, 75), (2, 100)])
def test_the_chance_of_an_accident_reckons_with_presents_that_wait(presents: int, percent: int) -> None:
    scene = table("", "", waiting={0: presents}, left=["quartz 0", "amber 2", "ruby 1", "quartz"])
    (told,) = QUARTZ_CARDS.mail.odds(scene.view(1))
    assert told.params == {"percent": percent}
