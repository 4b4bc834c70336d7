"""Quartz's board: what each reader may see of the table, drawn, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.models import Match
from games.play import history
from games.present.names import Names
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.titles.quartz import board as mine
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import GEMS, OBSIDIAN
from games.titles.quartz.rules.view import Sight
from tests.kit.cast import address, browser, match_of, play_on, turn_seat
from tests.titles.quartz.scenes import table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
PRICES: dict[str, object] = {
    "card_values": dict.fromkeys(CARDS, 4),
    "bravery_coins": (0, 1),
}


def sight(found: Match, reader: Reader) -> tuple[Sight, Names]:
    _, table = history.load(found)
    names = Names(found.rules, found.seats.select_related("player"), table.options)
    return found.rules.core.view(table.state, reader), names


def drawn(found: Match, reader: Reader) -> str:
    """Draw the board alone."""
    view, names = sight(found, reader)
    odds = [names.said(one) for one in found.rules.mail.odds(view)]
    seat = SimpleNamespace(number=reader) if isinstance(reader, int) else None
    context = {"view": view, "names": names, "seat": seat, "match": found, "odds": odds}
    return render_to_string("quartz/board.html", context)


#: A card in a hand, by its name, which leads to the page of cards, and how many there are.
CARD = r'class="card-name">.*?<(?:a|strong)\b[^>]*>([^<]+)</(?:a|strong)>(?: <span class="times">×(\d))?'


def stand_of(board: str, seat: int) -> str:
    """Cut out what is drawn of one dwarf."""
    return next(part for part in board.split("<article")[1:] if f'id="seat-{seat}"' in part).split(
        "</article"
    )[0]


def kinds(part: str) -> list[str]:
    return re.findall(r'class="gem gem-(\w+)"', part)


def within(part: str, name: str) -> str:
    """Cut out what stands in a box of a stand, up to the next box."""
    return (
        part.partition(f'<div class="{name}">')[2].partition('<div class="load">')[2].partition("</div>")[0]
    )


def shown(gems: dict[str, int] | None) -> list[str]:
    return [kind for kind in GEMS for _ in range((gems or {}).get(kind, 0))]


def moments(**settings: Any):
    """Give a match at several moments of its days."""
    found = match_of(**settings)
    for seed in range(8):
        play_on(found, 9, seed=seed)
        found.refresh_from_db()
        if not found.is_running:
            return
        yield found


def test_each_sees_all_carts_and_only_their_own_chest_and_cards():
    rich = 0
    for found in moments():
        for reader in range(3):
            view, names = sight(found, Seat(reader))
            board = drawn(found, Seat(reader))
            for one in view.dwarves:
                part = stand_of(board, one.seat)
                assert kinds(within(part, "cart")) == shown(one.cart)
                held = re.findall(CARD, part)
                mine_ = one.hand if one.seat == reader else {}
                assert {(unescape(name), int(times or 1)) for name, times in held} == {
                    (names.thing(card), count) for card, count in (mine_ or {}).items()
                }
                assert kinds(within(part, "chest")) == (shown(one.chest) if one.seat == reader else [])
                rich += bool(one.chest_count) and one.seat != reader
    assert rich, "somebody else had something in a chest"


def test_a_spectator_sees_nobodys_cards_or_chest_and_no_seat_as_their_own():
    for found in moments():
        board = drawn(found, PUBLIC)
        assert board.count("<article") == 3
        assert "stand own" not in board and "(you)" not in board
        for part in (stand_of(board, seat) for seat in range(3)):
            assert "playing-card" not in part and not kinds(within(part, "chest"))


def test_covered_carts_show_how_many_and_whether_there_is_obsidian():
    seen = set()
    for found in moments(options={"covered_carts": True}):
        view, _ = sight(found, Seat(0))
        board = drawn(found, Seat(0))
        for one in view.dwarves[1:]:
            drawn_there = kinds(within(stand_of(board, one.seat), "cart"))
            assert drawn_there == [OBSIDIAN] * one.obsidian + ["unseen"] * (one.crystals - one.obsidian)
            seen.update(drawn_there)
    assert seen == {OBSIDIAN, "unseen"}


@pytest.mark.parametrize("covers", [False, True])
def test_obsidian_on_a_what_crystal_card_is_drawn_for_everybody(covers: bool):
    scene = table("obsidian ruby", "", "", parked={0: "obsidian ruby"}, covered_carts=covers)
    found, view = match_of(options={"covered_carts": covers}), scene.view(PUBLIC)
    context = {"view": view, "names": sight(found, PUBLIC)[1], "seat": None, "match": found, "odds": []}
    part = stand_of(render_to_string("quartz/board.html", context), 0)
    other = "unseen" if covers else "ruby"
    assert sorted(kinds(within(part, "stash"))) == sorted(kinds(within(part, "cart"))) == [OBSIDIAN, other]


def test_once_it_is_over_all_coins_are_accounted_for():
    found = match_of()
    play_on(found, 3000)
    found.refresh_from_db()
    view, names = sight(found, AFTERWARDS)
    rows = mine.account(view, mine.stands(view, names, None))
    totals = [sum(column) for column in zip(*(coins for *_, coins in rows), strict=True)]
    assert totals == [view.dwarves[seat].coins for seat in view.order]
    board = drawn(found, AFTERWARDS)
    assert "Where the coins came from" in board and "The mine is closed." in board
    assert 'class="bag"' not in board and "bravery" not in board.partition("Where the coins came from")[0]


def test_until_then_there_is_no_account_of_coins():
    for found in moments():
        view, names = sight(found, Seat(0))
        assert mine.account(view, mine.stands(view, names, 0)) == []


def test_the_bag_says_the_chance_in_percent_and_in_numbers():
    for found in moments():
        view, _ = sight(found, PUBLIC)
        board = drawn(found, PUBLIC)
        assert view.bag_obsidian is not None
        percent = round(100 * view.bag_obsidian / view.bag)
        assert f">{percent}%</text>" in board and f'stroke-dasharray="{percent} 100"' in board
        chance = f"{percent}% obsidian: {view.bag_obsidian} of the {view.bag} crystals in the bag."
        assert (chance in board) == (not view.evening), "in the evening nobody draws"


def test_whoever_has_obsidian_in_the_cart_is_warned_and_nobody_else():
    warned = set()
    for found in moments():
        for reader in range(3):
            view, _ = sight(found, Seat(reader))
            me = view.me
            in_danger = me.inside and me.obsidian == 1  # of two it is too late to warn
            assert ('class="danger"' in drawn(found, Seat(reader))) == in_danger
            warned.add(in_danger)
    assert warned == {True, False}


def test_bravery_spaces_come_out_even_from_the_left():
    for found in moments(options={}):
        view, names = sight(found, PUBLIC)
        spaces = mine.stages(view, names)
        assert len(spaces) == 2
        assert [one.space for one in spaces if one.space] == view.board
        assert [one.is_next for one in spaces if one.space] == [True, False][: len(view.board)]


def test_what_nobody_has_vouched_for_is_said_once_and_of_what_the_match_says_nothing_is():
    ours, theirs = match_of(), match_of(options=PRICES)
    assert drawn(ours, Seat(0)).count("econstructed") == 1
    assert "what cards sell for; the coins on the bravery board" in drawn(ours, Seat(0))
    assert "econstructed" not in drawn(theirs, Seat(0))


def test_a_card_says_what_it_does_whether_it_acts_or_answers_and_what_it_sells_for():
    for found in moments():
        view, names = sight(found, Seat(0))
        board = unescape(stand_of(drawn(found, Seat(0)), 0))
        for one in mine.leaves(view, names, view.me.hand or {}):
            assert names.word(f"help.{one.key}") in board
            assert f'<div class="playing-card {"action" if one.is_action else "reaction"}">' in board


def test_the_day_is_marked_on_the_track():
    for found in moments():
        view, _ = sight(found, PUBLIC)
        (now,) = re.findall(r'aria-current="step">(\d)<', drawn(found, PUBLIC))
        assert int(now) == view.day


def test_an_edition_has_its_own_words_and_a_language_its_own_letters():
    found = match_of(options={"edition": "2019"})
    play_on(found, 6)
    seat = turn_seat(found)
    type(seat.player).objects.update(language="ru")
    page = browser(seat.player).get(address(found)).content.decode()
    assert "Уголь" in page or "уголь" in page
    assert ">К</text>" in page and ">Q</text>" not in page


def test_no_word_is_said_by_a_picture():
    found = match_of()
    play_on(found, 20)
    board = drawn(found, Seat(0))
    assert board.count("<svg") == board.count('aria-hidden="true"') - board.count(
        'class="wagon"'
    ) - board.count('class="place"') - board.count('class="blow"')
    assert "style=" not in board


@pytest.mark.parametrize("game", ["quartz_cards"])
def test_any_game_is_shown_by_the_same_page(game):
    found = match_of(game=game)
    page = browser("alice").get(address(found)).content.decode()
    assert 'class="tableau"' in page and 'id="table"' in page
