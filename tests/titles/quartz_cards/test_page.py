"""What the page offers in the card game: cards that are held, with what each does, and no guessing."""

from __future__ import annotations

import pytest

from games.titles.quartz_cards.rules.cards import ATTACKS, HELPERS
from tests.kit.cast import Page, address, browser, match_of, open_questions, play_on, view

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def asked(kind):
    """Play until somebody is asked that; give the match and the seat."""
    found = match_of("alice", "bob", game="quartz_cards", options={"windows": "full"})
    for seed in range(200):
        for name, question in open_questions(found).items():
            if question.kind == kind and question.awaited:
                return found, found.seats.select_related("player").get(number=name.seat)
        play_on(found, 1, seed=seed)
    raise AssertionError(f"nobody was ever asked {kind}")


def form_for(found, seat):
    page = Page.of(browser(seat.player).get(address(found)))
    (form,) = page.asking
    return page, form


def commands(form):
    buttons = [value for name, value in form.buttons if name == "do"]
    return form.radios.get("do") or buttons or form.values()["do"]


def test_only_attacks_that_are_held_are_offered_each_with_what_it_does():
    found, seat = asked("attack")
    held = {card for card in view(found, seat.number).me.hand if card in ATTACKS}
    page, form = form_for(found, seat)
    offered = {
        value.split("card=")[1].split("&")[0].split("#")[0] for value in commands(form) if "card=" in value
    }
    assert offered <= held and not any("if_held" in value for value in commands(form))
    assert any(value.startswith("let_pass") for value in commands(form))
    for card in offered:
        assert page.words.count(str(found.rules.core.words[f"help.{card}"].text)) >= 2, HELPERS[card].name


def test_a_defence_is_offered_where_it_is_held():
    found, seat = asked("defend")
    _, form = form_for(found, seat)
    assert any(value.startswith("let?") for value in commands(form))
    assert not any("if_held" in value for value in commands(form))


def test_what_digging_and_stopping_would_come_to_stands_beside_the_buttons():
    found, seat = asked("dig")
    page = Page.of(browser(seat.player).get(address(found)))
    assert "Stop: unless the others attack, you collect the line" in page.words
