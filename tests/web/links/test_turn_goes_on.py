"""A turn of several steps goes on behind the links of its email, for its player, until it is over."""

from __future__ import annotations

import pytest

from games.models import Link, Purpose, Submission
from tests.kit.cast import Page
from tests.kit.mailed_links import choice, link_for, table
from tests.kit.opened_links import get, post

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]

CASTLE = {"kind": "play_kingdom", "card": "castle", "place": "0/0", "turn": 0}
NEXT = "Take the next step"


@pytest.fixture
def stepped():
    """Press a link that takes the first step of a turn; return it with its match and seat."""
    match, seat = table(game="gnomes")
    link = choice(seat, CASTLE)
    assert post(link, do="play_kingdom?card=castle&place=0%2F0&turn=0").status_code == 200
    return match, seat, link


def moves(match) -> list[str]:
    return [
        *Submission.objects.filter(match=match, door="link", outcome="played").values_list(
            "command", flat=True
        )
    ]


def test_its_page_leads_on_and_opening_it_changes_nothing(stepped):
    match, _, link = stepped
    assert len(moves(match)) == 1
    before = Link.objects.count()
    assert NEXT in Page.of(get(link)).words
    assert Link.objects.count() == before, "a program that only looks makes nothing"


def test_a_press_leads_to_a_link_for_the_next_step_the_same_each_time(stepped):
    _, _, link = stepped
    led = [post(link, go_on="yes")["Location"] for _ in range(2)]
    assert led[0] == led[1]
    (onward,) = Link.objects.filter(purpose=Purpose.SEAT)
    page = Page.of(get(onward))
    assert "Place a dwarf" in page.words and NEXT not in page.words


def test_the_step_itself_is_taken_once_however_often_it_is_sent(stepped):
    match, _, link = stepped
    for _ in range(3):
        post(link, do="play_kingdom?card=castle&place=0%2F0&turn=0")
    assert len(moves(match)) == 1


def test_it_ends_with_the_turn(stepped):
    _, seat, link = stepped
    onward = choice(seat, "finish_turn")
    assert post(onward, do="finish_turn?").status_code == 200
    assert NEXT not in Page.of(get(link)).words
    assert post(link, go_on="yes").status_code == 409


def test_a_former_player_is_not_led_on(stepped):
    match, seat, link = stepped
    match.seats.filter(pk=seat.pk).update(generation=2)
    answered = get(link)
    assert NEXT not in answered.content.decode()
    assert "Location" not in post(link, go_on="yes")


def test_a_link_that_asks_nothing_leads_nowhere(stepped):
    _, seat, _ = stepped
    assert "Location" not in post(link_for(seat, Purpose.VOTE), go_on="yes")
