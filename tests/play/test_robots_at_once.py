"""Robots lay orders too, which count in moments that ask nobody; not so where only silence moves a seat."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import play
from games.models import Autopilot, Door, Match, Submission
from games.rules.kernel.contract import AnyRules
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, play_on, player

pytestmark = pytest.mark.django_db
AT_ONCE = {"not_so_fast", "me_too_take", "me_too_insert"}
SECRET = b"the orders of robots".rjust(32)


def begun(people: int = 1) -> Match:
    """Start a match of four, with robots beside these people."""
    players = [player() for _ in range(people)]
    robots = ["jeweller"] * (4 - people)
    found = open_table("gem_edge", players, robots, now=NOON, secret=SECRET)
    play.start(found.pk, NOON)
    found.refresh_from_db()
    return found


def played_at_once(found: Match) -> set[str]:
    """Name the cards that were played at once for seats that play themselves."""
    given = Submission.objects.filter(match=found, door=Door.ROBOT).values_list("command", flat=True)
    return {json.loads(one)["kind"] for one in given} & AT_ONCE


def rules_with(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> AnyRules:
    changed = GEM_EDGE.changed(**changes)
    monkeypatch.setattr(Match, "rules", property(lambda self: changed))
    return changed


def test_a_robot_copies_and_cancels_by_its_orders() -> None:
    found = begun()
    play_on(found, 60)
    assert {"me_too_take", "me_too_insert"} <= played_at_once(found)


def test_a_robot_without_orders_lets_every_moment_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    rules_with(monkeypatch, bot_orders={})
    found = begun()
    play_on(found, 60)
    assert played_at_once(found) <= {"not_so_fast"}, "this is also asked of the player attacked"


@pytest.mark.parametrize("autopilot", Autopilot)
def test_for_a_player_who_is_away_orders_count_unless_only_silence_moves(autopilot: Autopilot) -> None:
    found = begun(people=2)
    play_on(found, 2)  # both have kept their ornaments
    found.refresh_from_db()
    away = found.seats.filter(player__isnull=False).exclude(number__in=found.awaited).get()
    found.seats.filter(pk=away.pk).update(on_autopilot=True)
    Match.objects.update(autopilot=autopilot)
    play_on(found, 60)
    played = Submission.objects.filter(match=found, seat=away, door=Door.ROBOT)
    kinds = {json.loads(one)["kind"] for one in played.values_list("command", flat=True)}
    assert bool(kinds & {"me_too_take", "me_too_insert"}) == (autopilot != Autopilot.SILENCE)


def test_a_robot_whose_order_is_refused_lets_the_moment_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(view: Any, question: Any, *_: Any) -> Any:
        return c.Take() if question.kind == "reflex" else None

    rules_with(monkeypatch, answer=wrong)
    found = begun()
    play_on(found, 20)
    found.refresh_from_db()
    assert found.version > 100 and not played_at_once(found)
