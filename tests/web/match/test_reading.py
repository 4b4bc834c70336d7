"""The log on the page: the latest first, older lines on demand, and only those that were asked for."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from games.models import Door, Submission
from games.web.match.story_part import LATEST, STEP
from tests.kit.cast import Page, address, browser, match_of, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


@pytest.fixture
def found():
    begun = match_of()
    play_on(begun, 60)
    return begun


def lines_of(found, query="", game_reader="alice"):
    page = browser(game_reader).get(address(found, f"history/{query}")).content.decode()
    told = page.partition('id="told"')[2].partition("</section")[0]
    return re.findall(r"<li>(.*?)</li>", told), told


def test_older_lines_come_on_demand_in_steps(found):
    few, told = lines_of(found)
    assert len(few) >= LATEST
    more = re.search(r'href="[^"]*\?(lines=\d+)#story"', told)
    assert more is not None
    lines, _ = lines_of(found, f"?{more[1]}")
    assert lines[-len(few) :] == few
    assert len(few) < len(lines) <= len(few) + STEP
    everything, told = lines_of(found, "?lines=9999")
    assert 'id="older"' not in told
    assert everything[-len(lines) :] == lines


def test_only_what_names_somebody(found):
    everything, _ = lines_of(found, "?lines=9999")
    lines, told = lines_of(found, "?who=1&lines=9999")
    assert 0 < len(lines) < len(everything)
    assert all("Bob" in line for line in lines)
    assert [line for line in everything if "Bob" in line] == lines
    assert '<option value="1" selected>Bob</option>' in told


def test_only_one_day(found):
    everything, _ = lines_of(found, "?lines=9999")
    first = everything.index(next(line for line in everything if line.startswith("Day 1")))
    rest = [line for line in everything[first + 1 :] if line.startswith("Day ")]
    last = everything.index(rest[0]) if rest else len(everything)
    assert lines_of(found, "?part=1&lines=9999")[0] == everything[first:last]


def test_only_what_is_about_something(found):
    lines, told = lines_of(found, "?about=leaving&lines=9999")
    assert lines and all(re.search("leave|accident|bravery|token|last (one )?in", line) for line in lines)
    assert '<details class="choose-lines" open>' in told


@pytest.mark.parametrize(
    "query", ["?who=x", "?part=-1&who=", "?about=%00", "?about=fly", "?lines=1e9", "?who=²"]
)
def test_what_makes_no_sense_chooses_nothing(found, query):
    assert lines_of(found, query)[0] == lines_of(found)[0]


def test_where_nothing_is_found_it_says_so(found):
    lines, told = lines_of(found, "?who=99")
    assert lines == [] and "No matching lines." in told


def test_a_name_from_right_to_left_does_not_turn_its_sentence_round():
    found = match_of("alice", "bob", "דוד")
    play_on(found, 12)
    words = Page.of(browser("alice").get(address(found, "history/?lines=999"))).words
    assert "\u2068דוד\u2069" in words
    assert "דוד" not in words.replace("\u2068דוד\u2069", "").replace(escape("דוד@"), "")


def test_what_an_order_answered_is_told_to_whom_it_belongs():
    """An order plays while its owner is away: since the owner's last move is since a move made in person."""
    found = match_of()
    for name in ("alice", "bob", "carol"):
        browser(name).post(address(found, "orders/"), {"plan": "careful"})
    ordered = Submission.objects.filter(match=found, door=Door.ORDER).select_related("seat")
    while not ordered:
        play_on(found, 1)
        ordered = ordered.all()
    seat = ordered[0].seat
    page = browser(seat.player).get(address(found)).content.decode()
    told = page.partition('class="story new"')[2].partition("</ol>")[0]
    assert f"<li>{seat.name} " in told
