"""A match that is over: who won and why, what turned it, and the card to share."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.models import Act, ActKind, Match, MatchStatus, Seat
from games.present import png
from tests.kit.cast import Page, address, browser, match_of, person, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
MOST = 2000
PEOPLE = ("alice", "bob", "carol")


def over(game: str = "quartz") -> Match:
    found = match_of(game=game, secret=bytes(range(32)))
    play_on(found, MOST)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    return found


def page_of(found: Match, tab: str = "", query: str = "") -> str:
    return str(browser("alice").get(address(found, tab) + query).content.decode())


def card_of(found: Match) -> str:
    """Look at the card as somebody who is nobody here."""
    return str(Client().get(address(found, "card.svg")).content.decode())


def say(found: Match, who: str, word: str):
    (form,) = [
        one for one in Page.of(browser(who).get(address(found))).forms if one.action.endswith("/card/")
    ]
    return browser(who).post(form.action, form.values() | {"say": [word]})


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_the_page_says_who_won_and_links_what_turned_the_match_to_its_log(game):
    found = over(game)
    page = page_of(found)
    verdict = re.search(r'class="verdict"><strong>([^<]+)<', page)
    assert verdict and " win" in verdict[1]
    links = re.findall(r'href="[^"?]*(\?lines=\d+)#(line-\d+)">([^<]+)</a>', page)
    assert 2 <= len(links) <= 4
    for query, line, _ in links:
        assert f'id="{line}"' in page_of(found, "history/", query=query.replace("&amp;", "&"))


def test_while_it_is_played_nothing_of_it_is_there():
    found = match_of()
    page = page_of(found)
    assert "verdict" not in page and "turning-points" not in page and 'id="line-' not in page
    for anyone in (browser("alice"), Client()):
        for card in ("card.svg", "card.png"):
            assert anyone.get(address(found, card)).status_code == 404


def test_anyone_may_look_at_the_card_and_finds_nobody_named():
    found = over()
    got = Client().get(address(found, "card.svg"))
    assert got.status_code == 200 and got["Content-Type"] == "image/svg+xml"
    assert "no-store" in got["Cache-Control"]
    drawn = got.content.decode()
    ElementTree.fromstring(drawn)
    assert "dwarf" in drawn and not any(name.capitalize() in drawn for name in PEOPLE)


@pytest.mark.skipif(not png.can_write(), reason="there is no font on this machine")
def test_the_card_is_saved_as_a_png_to_send():
    found = over()
    page = page_of(found)
    assert f'href="{address(found, "card.png")}"' in page
    got = Client().get(address(found, "card.png"))
    assert got.status_code == 200 and got["Content-Type"] == "image/png"
    assert got.content == png.drawn(card_of(found)), "the same card, and nothing more"
    for who in PEOPLE:
        say(found, who, "yes")
    assert Client().get(address(found, "card.png")).content == png.drawn(card_of(found)) != got.content


def test_without_a_font_on_the_server_the_svg_is_all_there_is(monkeypatch):
    monkeypatch.setattr(png, "can_write", lambda: False)
    found = over()
    assert "card.png" not in page_of(found) and "card.svg" in page_of(found)
    assert Client().get(address(found, "card.png")).status_code == 404


def test_names_are_on_it_once_everyone_has_agreed_and_not_before():
    found = over()
    for who in PEOPLE[:-1]:
        assert say(found, who, "yes").status_code == 302
        assert "Alice" not in card_of(found)
    say(found, PEOPLE[-1], "yes")
    assert all(name.capitalize() in card_of(found) for name in PEOPLE)
    say(found, "bob", "no")
    assert "Alice" not in card_of(found)
    kinds = Act.objects.filter(match=found).values_list("kind", flat=True).order_by("pk")
    assert [*kinds][-4:] == [*[ActKind.NAMED] * 3, ActKind.UNNAMED]


def test_each_sees_who_has_agreed():
    found = over()
    say(found, "bob", "yes")
    told = Page.of(browser("carol").get(address(found))).words
    assert told.count("may be named") == 1 and told.count("stays unnamed") == 2


def test_agreeing_twice_is_written_down_once():
    found = over()
    say(found, "bob", "yes")
    say(found, "bob", "yes")
    assert Act.objects.filter(match=found, kind=ActKind.NAMED).count() == 1


def test_before_the_end_nobody_can_agree():
    found = match_of()
    (form, *_) = [
        one for one in Page.of(browser("alice").get(address(found, "more/"))).forms if "press" in one.values()
    ]
    got = browser("alice").post(address(found, "card/"), form.values() | {"say": ["yes"]})
    assert got.status_code == 409 or "over yet" in got.content.decode()
    assert not Seat.objects.filter(match=found, named_on_card=True).exists()


def test_a_stranger_can_agree_for_nobody():
    found = over()
    person("mallory")
    assert browser("mallory").post(address(found, "card/"), {"say": "yes"}).status_code == 404
    assert not Seat.objects.filter(match=found, named_on_card=True).exists()


def test_what_is_no_answer_changes_nothing():
    found = over()
    (form,) = [
        one for one in Page.of(browser("bob").get(address(found))).forms if one.action.endswith("/card/")
    ]
    browser("bob").post(form.action, form.values() | {"say": ["perhaps"]})
    assert not Seat.objects.filter(match=found, named_on_card=True).exists()


def test_an_onlooker_reads_who_won_and_nothing_that_was_hidden():
    """What turned the match tells of covered carts and closed chests, which onlookers never see."""
    found = over()
    Match.objects.filter(pk=found.pk).update(spectators=True)
    person("mallory")
    page = str(browser("mallory").get(address(found, "watch/")).content.decode())
    assert "verdict" in page and "turning-points" not in page and "share-card" not in page


def test_an_imported_match_has_no_card():
    found = over()
    Match.objects.filter(pk=found.pk).update(is_scratch=True)
    assert Client().get(address(found, "card.svg")).status_code == 404
