"""What the card game's page shows in motion, and the moments that turned a match."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.present.names import Names
from games.rules.kernel.ceremony import Moment
from games.rules.kernel.fold import before_each
from games.rules.kernel.messages import Motion, Who
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import PUBLIC, Reader
from games.titles.quartz_cards.board import line_table
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.options import Options
from games.titles.quartz_cards.words import WORDS
from tests.kit.given import Scene
from tests.kit.random_play import play_at_random
from tests.titles.quartz_cards.scenes import ONE, ZERO, table


def motion(scene: Scene, reader: Reader = PUBLIC) -> Motion | None:
    seen = seen_in(QUARTZ_CARDS, scene.table.records, reader, Options())
    return QUARTZ_CARDS.text.motion(seen)


def drawn(scene: Scene, me: int = 0) -> str:
    names = Names(QUARTZ_CARDS, [])
    names.seats = {0: "Ana", 1: "Bento"}
    context = {"view": scene.view(me), "names": names, "motion": motion(scene)}
    return render_to_string("quartz_cards/board.html", context | {"seat": SimpleNamespace(number=me)})


def weighed(records: Any) -> list[Moment]:
    found = [
        QUARTZ_CARDS.text.moment(before.state, one.event)
        for one, before in before_each(QUARTZ_CARDS, records)
    ]
    return [one for one in found if one is not None]


def params(one: Moment) -> dict[str, Any]:
    return {
        name: value.seat if isinstance(value, Who) else value for name, value in one.message.params.items()
    }


def test_the_newest_stone_lands_in_the_line():
    scene = table("", "", line="ruby 0").when(0, c.DigOn(), chance=["amber 3"])
    assert motion(scene) == Motion("tumble", ZERO, "amber 3")
    shown = line_table(scene.view(0), Names(QUARTZ_CARDS, []), 0, motion(scene))
    assert [card.newest for card in shown.line] == [False, True]
    assert drawn(scene).count('class="stone newest"') == 1


def test_a_line_that_gave_way_lies_broken_until_something_else_happens():
    scene = table("", "", line="ruby 0, quartz").when(0, c.DigOn(), chance=["sapphire 0"])
    assert motion(scene) == Motion("crack", ZERO, things=("quartz", "ruby", "sapphire"))
    wreck = drawn(scene).split('class="wreck"')[1].split("</ul>")[0]
    assert wreck.count("<li>") == 3 and "gem-sapphire" in wreck
    scene.when(1, c.Explore(), chance=["quartz"])
    assert "wreck" not in drawn(scene)


def test_columns_that_cards_have_come_to_glow():
    scene = table("ruby amber", "", line="ruby 0, quartz").when(0, c.Stop())
    while "line_collected" not in {
        event.kind for event in seen_in(QUARTZ_CARDS, scene.table.records, PUBLIC, Options())
    }:
        scene.when(1, c.LetPass())
    shown = line_table(scene.view(0), Names(QUARTZ_CARDS, []), 0, motion(scene))
    assert {lot.crystal: lot.glows for lot in shown.places[0].columns} == {
        "amber": False,
        "ruby": True,
        "quartz": True,
    }
    assert not any(lot.glows for lot in shown.places[1].columns)
    assert drawn(scene).count(" glows") == 2


def test_without_news_nothing_moves():
    scene = table("ruby", "", line="ruby 0")
    shown = line_table(scene.view(0), Names(QUARTZ_CARDS, []), 0)
    assert not shown.lost and not any(card.newest for card in shown.line)
    assert QUARTZ_CARDS.text.motion([]) is None


def test_an_accident_weighs_the_line_that_was_lost():
    scene = table("", "", line="ruby 0, quartz").when(0, c.DigOn(), chance=["sapphire 0"])
    (accident,) = [one for one in weighed(scene.table.records) if one.kind == "accident"]
    assert accident.weight == 5 + 1 + 4 and params(accident) == {"seat": ZERO, "points": 10}


def test_a_card_that_might_have_brought_it_down_weighs_the_line_times_the_risk():
    scene = table("", "", line="ruby 0, amber 3", left=["quartz", "quartz 0", "emerald 3", "quartz"])
    scene.when(0, c.DigOn(), chance=["quartz"])
    digs = [one for one in weighed(scene.table.records) if one.kind == "dig"]
    assert digs[-1].weight == pytest.approx(11 * 2 / 4)
    assert params(digs[-1]) == {"seat": ZERO, "percent": 50, "points": 11}


def test_an_accident_is_no_bold_dig():
    scene = table("", "", line="ruby 0").when(0, c.DigOn(), chance=["sapphire 0"])
    before = table("", "", line="ruby 0")
    digs = [one for one in weighed(scene.table.records) if one.kind == "dig"]
    assert digs == [one for one in weighed(before.table.records) if one.kind == "dig"]


def test_in_whole_matches_every_kind_is_told_by_a_row_of_its_own():
    found = [one for seed in range(6) for one in weighed(play_at_random(QUARTZ_CARDS, 4, seed).records)]
    assert {one.message.key for one in found} == {key for key in WORDS if key.startswith("moment.")}
    assert all(one.weight == params(one)["points"] / 2 for one in found if one.kind == "line")
    assert all(params(one)["thief"] != params(one)["victim"] for one in found if one.kind == "theft")
    assert ONE in {params(one)["seat"] for one in found if one.kind == "accident"}
