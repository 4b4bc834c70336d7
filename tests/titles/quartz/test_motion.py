"""What the page shows in motion: what its reader saw last, and nothing that they didn't see."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.present.names import Names
from games.rules.kernel.events import Event
from games.rules.kernel.messages import Motion
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.titles.quartz import board
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.options import Options
from games.titles.quartz.rules.redact import redact
from tests.kit.given import Scene
from tests.titles.quartz.scenes import ONE, TWO, ZERO, table

CSS = Path(settings.BASE_DIR, "games/titles/quartz/static/style.css").read_text()


def motion(scene: Scene, reader: Reader = ZERO, **options: object) -> Motion | None:
    return QUARTZ.text.motion(seen_in(QUARTZ, scene.table.records, reader, Options(**options)))  # type: ignore[arg-type]


def drawn(scene: Scene, reader: Reader = ZERO, **options: object) -> str:
    names = Names(QUARTZ, [], Options(**options))  # type: ignore[arg-type]
    names.seats = {0: "Ana", 1: "Bento", 2: "Cleo"}
    context = {"view": scene.view(reader), "names": names, "motion": motion(scene, reader, **options)}
    return render_to_string("quartz/board.html", context | {"seat": SimpleNamespace(number=reader)})


def told(*events: Event, reader: Reader = PUBLIC) -> Motion | None:
    seen = [redact(event, reader, Options()) for event in events]
    return QUARTZ.text.motion([one for one in seen if one])


def test_the_newest_crystal_tumbles_into_its_cart():
    scene = table("ruby", "quartz", "").when(0, c.Mine(), chance=["ruby"])
    assert motion(scene) == Motion("tumble", ZERO, "ruby", of="gem")
    html = drawn(scene)
    assert html.count("newest") == 1 and len(re.findall(r'class="gem gem-ruby( newest)?"', html)) >= 2
    assert "moves-tumble" in html.split('aria-labelledby="seat-0"')[0].rpartition("<article")[2]


def test_under_covered_carts_others_see_that_something_came_and_not_what():
    scene = table("ruby", "quartz", "", covered_carts=True).when(0, c.Mine(), chance=["amber"])
    assert motion(scene, ONE, covered_carts=True) == Motion("tumble", ZERO, "unseen", of="gem")
    html = drawn(scene, ONE, covered_carts=True)
    assert (
        "gem-unseen newest" in html and "gem-amber" not in html.split('class="stands"')[1].split("prices")[0]
    )


def test_the_second_obsidian_shakes_the_cart():
    scene = table("ruby obsidian", "quartz", "").when(0, c.Mine(), chance=["obsidian"])
    assert motion(scene) == Motion("shake", ZERO, "obsidian", of="gem")
    assert "moves-shake" in drawn(scene)


def test_a_second_obsidian_that_waits_for_the_token_shakes_it_too():
    scene = table("ruby obsidian", "quartz", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    assert "moves-shake" in drawn(scene) and "newest" in drawn(scene)


def test_the_first_obsidian_shakes_nothing():
    scene = table("ruby", "quartz", "").when(0, c.Mine(), chance=["obsidian"])
    assert "moves-tumble" in drawn(scene) and "moves-shake" not in drawn(scene)


@pytest.mark.parametrize(
    "event", [e.LeftMine(ONE, True, "eureka", 1), e.LetHappen(ONE), e.Stolen(ONE, TWO, {"ruby": 1})]
)
def test_what_came_after_ends_the_motion(event):
    assert told(e.Mined(ZERO, "ruby")) is not None
    assert told(e.Mined(ZERO, "ruby"), event, e.TurnBegan(TWO)) is None
    assert told() is None


def evening(reader: Reader) -> Motion | None:
    sold = [
        e.CrystalsSold(ZERO, {}, {"ruby": 3, "amber": 1}, 34),
        e.CrystalsSold(ONE, {"ruby": 2}, {"quartz": 1}, 1),
        e.CrystalsSold(TWO, {}, {}, 0),
    ]
    return told(
        e.CrystalsSold(ZERO, {}, {}, 0),
        e.DayBegan(2, ZERO),
        e.EveningFell(2),
        *sold,
        e.DayBegan(3, ONE),
        reader=reader,
    )


def test_an_evening_is_shown_dwarf_by_dwarf_with_what_a_combination_doubled():
    found = board.takings(evening(ZERO))
    assert [(one.seat, one.gems, one.unseen, one.coins) for one in found] == [
        (ZERO, {"ruby": 3, "amber": 1}, 0, 34),
        (ONE, {}, 1, 1),
        (TWO, {}, 0, 0),
    ]
    assert found[0].lit == ("amber",) and found[1].lit == ()
    assert [one.gems for one in board.takings(evening(PUBLIC))] == [{}, {}, {}], "what was sold is secret"
    assert board.takings(evening(AFTERWARDS))[1].gems == {"quartz": 1}


def test_at_any_other_time_there_is_no_evening():
    assert board.takings(None) == board.takings(Motion("tumble", ZERO, "ruby")) == []
    assert "takings" not in drawn(table("ruby", "", ""))


@pytest.mark.parametrize("slug", ["quartz", "quartz_cards"])
def test_whoever_wants_less_motion_gets_none(slug):
    css = Path(settings.BASE_DIR, f"games/titles/{slug}/static/style.css").read_text()
    still, _, moving = css.partition("@media screen and (prefers-reduced-motion: no-preference) {")
    assert "animation" not in still and "@keyframes" not in still and moving.count("animation") > 3
    assert moving.count("{") + 1 == moving.count("}"), "and all that moves is within"
    assert "infinite" not in moving, "each is shown once"
    assert {*re.findall(r"animation: ([\w-]+)", moving)} == {*re.findall(r"@keyframes ([\w-]+)", moving)}
