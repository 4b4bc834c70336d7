"""What the steward makes of its hand, and when it hunts."""

from __future__ import annotations

import random

from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from tests.kit.random_play import play_robots
from tests.titles.gnomes.scenes import table


def steward(scene, seat=0):
    (asked,) = [one for one in scene.view(seat).asked if one.question.awaited]
    return GNOMES.robots["steward"](scene.view(seat), asked.question, random.Random(0))


def test_it_discards_what_its_best_aim_does_not_need():
    scene = table("C0a T0a", gems=("topaz topaz ruby emerald",), secrets=("king",)).when(0, c.Done())
    answer = steward(scene)
    assert isinstance(answer, c.Discard)
    assert list(answer.cards) == ["topaz", "topaz"], "ruby and emerald are a goal"


def test_a_hunter_plays_a_monster_in_order_to_slay_it():
    match = next(
        one
        for seed in range(60)
        if "hunter" in (one := play_robots(GNOMES, ["steward"] * 2, seed)).table.state.secrets
        and any(isinstance(record.event, e.MonsterSlain) for record in one.records)
    )
    hunter = match.table.state.secrets.index("hunter")
    slayers = {record.event.seat for record in match.records if isinstance(record.event, e.MonsterSlain)}
    assert slayers == {hunter}


def test_it_completes_a_hunt_for_a_giant_in_its_own_kingdom():
    scene = table("C0a X2b+aaaa", secrets=("warlord",))
    assert steward(scene) == c.PlaceDwarf("1/0")
