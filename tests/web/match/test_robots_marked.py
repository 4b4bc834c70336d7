"""Robots have names of their own, and are marked as robots where they are listed first."""

from __future__ import annotations

import pytest

from games import play
from games.models import Match, Outbox, Seat, introduced
from tests.kit.cast import NOON, Page, address, browser, person
from tests.kit.mail_scenes import finished, text_of
from tests.kit.opened import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def with_a_robot(game: str, robot: str) -> Match:
    people = [person(name) for name in ("alice", "bob")]
    found = open_table(game, people, [robot], now=NOON, secret=bytes(32))
    play.start(found.pk, NOON)
    found.refresh_from_db()
    return found


def names(found: Match) -> tuple[str, str]:
    """Give the robot's name, and that of another player than alice."""
    seats = found.seats.select_related("player")
    return str(seats.get(player=None).name), str(seats.get(player=person("bob")).name)


def test_the_page_lists_a_robot_as_one():
    found = with_a_robot("quartz", "miner")
    robot, bob = names(found)
    Match.objects.filter(pk=found.pk).update(name="Tuesdays")
    told = Page.of(browser("alice").get(address(found))).words
    assert f"{robot} (robot)" in told and "a robot" in told
    assert f"{bob} (robot)" not in told


def test_the_list_of_matches_does_too():
    found = with_a_robot("quartz", "miner")
    Match.objects.filter(pk=found.pk).update(name="Tuesdays")
    assert f"{names(found)[0]} (robot)" in Page.of(browser("alice").get("/")).words


def test_the_table_in_an_email_does_too():
    found = with_a_robot("quartz", "miner")
    robot, bob = names(found)
    for one in Outbox.objects.filter(match=found, kind__in=("turn", "started")):
        told = text_of(finished(one).content)
        assert f"{robot} (robot):" in told and f"{bob} (robot)" not in told


def test_a_robot_without_a_name_needs_no_mark():
    nameless = Seat(match=Match(game="unknown", public_id="x"), number=1, robot="random")
    assert introduced([nameless]) == {1: "Robot 2"}
