"""Taking my last move back from the match page."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Submission
from games.titles.quartz.rules import commands as c
from tests.kit.cast import (
    SOON,
    Page,
    address,
    answer,
    at,
    browser,
    events,
    match_of,
    open_questions,
    press,
    turn_seat,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved():
    """A match in which somebody has just left the mine: no chance was spent."""
    found = match_of()
    seat = turn_seat(found)
    client = browser(seat.player)
    with at():
        form = Page.of(client.get(address(found))).asking[0]
        assert press(client, found, form, do="leave?").status_code == 302
    return found, client


def button(found, client):
    forms = Page.of(client.get(address(found))).forms
    return next((one for one in forms if one.action.endswith("take-back/")), None)


def test_it_is_offered_with_the_time_left(moved):
    found, client = moved
    with at(SOON + timedelta(seconds=30)):
        words = Page.of(client.get(address(found))).words
    assert "You can undo for 60 more seconds, or until someone else moves or a plan plays." in words


def test_it_goes_back_once_and_asks_again(moved):
    found, client = moved
    with at(SOON + timedelta(seconds=30)):
        form = button(found, client)
        before = events(found)
        done = [client.post(form.action, form.values()) for _ in range(2)]
        assert [one.status_code for one in done] == [302, 302]
        assert events(found) == before + 1
        page = Page.of(client.get(done[0]["Location"]))
        assert "Your last move is undone." in page.words
        assert page.asking
        assert button(found, client) is None


def test_too_late_is_told_and_changes_nothing(moved):
    found, client = moved
    with at(SOON + timedelta(seconds=30)):
        form = button(found, client)
    before = events(found)
    with at(SOON + timedelta(seconds=91)):
        assert button(found, client) is None
        told = client.post(form.action, form.values())
    assert told.status_code == 409
    assert "too late to undo that" in Page.of(told).words
    assert events(found) == before


def test_it_ends_when_somebody_acts(moved):
    found, client = moved
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    answer(found, name, c.Mine(), SOON + timedelta(seconds=5))
    with at(SOON + timedelta(seconds=10)):
        assert button(found, client) is None


def test_nobody_elses_move_is_offered_or_taken(moved):
    found, client = moved
    mover = Submission.objects.get(match=found, door="page").seat
    assert mover is not None
    with at(SOON + timedelta(seconds=10)):
        token = button(found, client).values()["press"]
        for seat in found.seats.exclude(pk=mover.pk).select_related("player"):
            other = browser(seat.player)
            assert button(found, other) is None
            assert other.post(address(found, "take-back/"), {"press": token}).status_code == 422


def test_it_takes_only_post(moved):
    found, client = moved
    assert client.get(address(found, "take-back/")).status_code == 405
