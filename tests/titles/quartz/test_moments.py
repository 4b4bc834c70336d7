"""The moments that turned a match: what each weighs, in coins."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.ceremony import Moment
from games.rules.kernel.fold import before_each
from games.rules.kernel.messages import Who
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.words import WORDS
from tests.kit.given import Scene
from tests.kit.random_play import play_at_random
from tests.titles.quartz.scenes import ONE, ZERO, table


def weighed(scene: Scene | MatchInMemory[Any, Any, Any, Any, Any, Any]) -> list[Moment]:
    records = scene.table.records if isinstance(scene, Scene) else scene.records
    found = [
        QUARTZ.text.moment(before.state, record.event) for record, before in before_each(QUARTZ, records)
    ]
    return [one for one in found if one is not None]


def last(scene: Scene) -> Moment:
    return weighed(scene)[-1]


def params(one: Moment) -> dict[str, Any]:
    return {
        name: value.seat if isinstance(value, Who) else value for name, value in one.message.params.items()
    }


def test_an_accident_weighs_what_was_lost():
    scene = table("ruby ruby obsidian", "quartz", "").when(0, c.Mine(), chance=["obsidian"])
    assert (last(scene).kind, last(scene).weight) == ("accident", 12)
    assert params(last(scene)) == {"seat": ZERO, "coins": 12}


def test_a_theft_weighs_what_was_taken():
    scene = table("quartz", "ruby amber", "", hands=("dont_belong", "", ""))
    scene.when(0, c.DontBelong(target=ONE, gems=["ruby", "amber"])).when(1, c.Let())
    (theft,) = [one for one in weighed(scene) if one.kind == "theft"]
    assert theft.weight == 14 and params(theft) == {"thief": ZERO, "victim": ONE, "coins": 14}


def test_a_dig_that_went_well_weighs_what_was_at_stake_times_the_risk():
    scene = table("ruby ruby obsidian", "quartz", "").when(0, c.Mine(), chance=["quartz"])
    (dig,) = [one for one in weighed(scene) if one.kind == "dig"]
    bag = 68 - 4
    risk = 17 / bag
    assert dig.weight == pytest.approx(12 * risk)
    assert params(dig) == {"seat": ZERO, "percent": round(100 * risk), "coins": 12}


@pytest.mark.parametrize(
    ("cart", "tokens", "drawn"),
    [("ruby ruby", [], "quartz"), ("ruby obsidian", [0], "quartz"), ("ruby obsidian", [], "obsidian")],
    ids=["no obsidian yet", "a token would have helped", "it went badly"],
)
def test_a_dig_without_a_wager_or_without_luck_is_not_bold(cart, tokens, drawn):
    scene = table(cart, "quartz", "", tokens=tokens).when(0, c.Mine(), chance=[drawn])
    assert "dig" not in {one.kind for one in weighed(scene)}


def test_in_whole_matches_every_kind_is_told_by_a_row_of_its_own():
    found = [one for seed in range(12) for one in weighed(play_at_random(QUARTZ, 4, seed))]
    assert {one.message.key for one in found} == {
        key for key in WORDS if key.startswith("moment.") and "|" not in key
    }
    assert {one.kind for one in found} == {"accident", "theft", "dig", "sale"}
    sales = [one for one in found if one.kind == "sale"]
    assert all(one.weight == params(one)["coins"] / 2 for one in sales)
