"""Everything a table agrees on can be proposed and agreed on from emails, without signing in."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.mail import links
from games.match import seats
from games.models import Event, Match, MatchStatus, Purpose, Seat, Vote
from games.titles.quartz.rules import commands as c
from tests.kit.mailed_links import NOON, link_for, match_of
from tests.kit.play_people import answer, open_questions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def link_of(found: Match, number: int):
    return link_for(found.seats.get(number=number), Purpose.VOTE)


def choices(link) -> tuple[str, list[str]]:
    """Open a link; give the token of its form, and what may be chosen there."""
    page = Client().get(f"/t/{links.token(link)}").content.decode()
    press = re.search(r'name="press" value="([^"]+)"', page)
    assert press
    return press[1], [unescape(one) for one in re.findall(r'name="do" value="([^"]+)"', page)]


def choose(found: Match, number: int, start: str, **more: str) -> int:
    link = link_of(found, number)
    press, offered = choices(link)
    wanted = next(one for one in offered if one.startswith(start))
    told = {"link": links.token(link), "press": press, "do": wanted, **more}
    return Client(enforce_csrf_checks=True).post(f"/t/{links.token(link)}", told).status_code


def status(found: Match) -> str:
    found.refresh_from_db()
    return found.status


def test_a_pause_and_going_on_are_proposed_and_agreed_on_by_mail():
    found = match_of()
    assert [choose(found, number, "yes pause") for number in (0, 1, 2)] == [200, 200, 200]
    assert status(found) == MatchStatus.PAUSED
    assert [choose(found, number, "yes resume") for number in (2, 1, 0)] == [200, 200, 200]
    assert status(found) == MatchStatus.RUNNING


def test_an_end_is_agreed_on_by_mail_by_who_is_sure():
    found = match_of()
    assert choose(found, 0, "yes end") == 422
    assert not Vote.objects.exists()
    for number in (0, 1, 2):
        choose(found, number, "yes end", sure="on")
    assert status(found) == MatchStatus.CLOSED


def test_going_back_is_proposed_and_agreed_on_by_mail_and_play_that_moves_on_voids_it():
    found = match_of()
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    answer(found, name, c.Mine())
    link = link_of(found, 1)
    assert choose(found, 0, "yes rewind") == 200
    press, offered = choices(link)
    for number in (1, 2):
        choose(found, number, "yes rewind")
    assert Event.objects.filter(match=found, kind="rewound").count() == 1
    late = {"link": links.token(link), "press": press, "do": offered[0]}
    assert Client().post(f"/t/{links.token(link)}", late).status_code == 409
    assert Event.objects.filter(match=found, kind="rewound").count() == 1


def test_a_yes_is_taken_back_and_a_form_as_it_was_drawn_does_nothing():
    found = match_of()
    choose(found, 0, "yes pause")
    choose(found, 0, "no pause")
    assert not Vote.objects.exists()
    link = link_of(found, 0)
    press, _ = choices(link)
    sent = Client().post(f"/t/{links.token(link)}", {"link": links.token(link), "press": press})
    assert (sent.status_code, Vote.objects.count()) == (422, 0)


def test_a_seat_that_plays_itself_is_offered_by_mail():
    found = match_of()
    seats.give_up(found.pk, 2, NOON)
    assert choose(found, 0, "offer 2") == 200
    assert Seat.objects.get(match=found, number=2).offer
    assert choose(found, 0, "keep 2") == 200
    assert not Seat.objects.get(match=found, number=2).offer
