"""The end, seat by seat: points, places, and what is said beside them."""

from __future__ import annotations

import pytest

from games.rules.kernel.contract import Outcome, SeatResult
from games.titles.quartz_cards.rules import commands as c
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, TWO, ZERO, table


def ended(*columns: str, chests: dict[int, str] | None = None) -> Outcome:
    """Count what everybody has when the last card of the mine loses its line."""
    scene = table(*columns, chests=chests, line="ruby 0", left=["ruby 0"])
    found = scene.when(0, c.DigOn(), chance=["ruby 0"]).outcome
    assert found is not None
    return found


@qc("QC-20")
def test_everybody_is_told_their_cards_and_sets_open_and_protected_ones_together() -> None:
    found = ended("amethyst amethyst amber", "sapphire", "", chests={0: "amethyst amethyst", 1: "quartz"})
    assert found == (
        SeatResult(seat=ZERO, rank=1, points=8 + 5 + 6, details={"cards": 5, "sets": 1}),
        SeatResult(seat=ONE, rank=2, points=5, details={"cards": 2, "sets": 0}),
        SeatResult(seat=TWO, rank=3, points=0, details={"cards": 0, "sets": 0}),
    )


@qc("QC-21")
@pytest.mark.parametrize(
    ("columns", "ranks"),
    [
        (("quartz ruby", "amethyst amethyst amethyst"), [1, 2]),
        (("amethyst sapphire", "emerald emerald"), [1, 2]),
        (("emerald emerald", "amethyst sapphire"), [2, 1]),
        (("quartz quartz sapphire", "amber", "quartz ruby"), [1, 3, 2]),
        (("amber", "emerald emerald", "emerald emerald"), [3, 1, 1]),
    ],
)
def test_of_equals_who_has_more_cards_of_the_lowest_value_is_ahead(
    columns: tuple[str, ...], ranks: list[int]
) -> None:
    found = ended(*columns)
    assert {place.points for place in found} == {6}
    assert [place.rank for place in found] == ranks
