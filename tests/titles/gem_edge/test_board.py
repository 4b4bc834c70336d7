"""Gem Edge's board: what each reader may see of the table, drawn and said, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from games.present.choices import OfferedChoice, offers
from games.present.names import Names
from games.present.pictures import picture
from games.rules.kernel.messages import Motion
from games.rules.kernel.questions import Choice, Field
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge import board as drawing
from games.titles.gem_edge import jewels
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules.cards import OF_A_COLOUR, ORNAMENTS, PACK, STONES
from games.titles.gem_edge.rules.options import Options
from games.titles.gem_edge.rules.state import Aim, Play
from games.titles.gem_edge.rules.view import Sight
from games.web.match.questions import QuestionForm
from tests.kit.random_play import play_at_random

PEOPLE = dict(enumerate(("Ana", "Bento", "Clara", "Dora")))
CUT_OF = {cut: stone for stone, cut in jewels.CUTS.items()}


def names() -> Names:
    found = Names(GEM_EDGE, [])
    found.seats = PEOPLE
    return found


def html_of(view: Sight, me: int | None = None, motion: Motion | None = None) -> str:
    """Draw the board as the page does."""
    seat = None if me is None else SimpleNamespace(number=me)
    context = {"view": view, "names": names(), "seat": seat, "motion": motion}
    return render_to_string("gem_edge/board.html", context | {"match": SimpleNamespace(is_running=False)})


def stand_of(html: str, seat: int) -> str:
    """Cut out what lies before a seat."""
    return html.split(f'aria-labelledby="seat-{seat}"')[1].split("</article>")[0]


def words(html: str) -> str:
    """Read a board aloud: what is drawn only is left out."""
    said = re.sub(r'<(svg|span|p)[^>]*aria-hidden="true".*?</\1>', " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", said)).replace("&#39;", "'")


def set_in(html: str) -> Counter[str]:
    """Count the stones drawn in carts and ornaments, by colour."""
    return Counter(CUT_OF[cut] for cut in re.findall(r'class="gem-(\w+) set', html))


@pytest.fixture(scope="module")
def moments() -> list[tuple[Sight, ...]]:
    """Give every seat's view, and last the onlooker's, at moments of a match of four."""
    found: list[tuple[Sight, ...]] = []

    def keep(sitting: MatchInMemory[Any, Any, Any, Any, Any, Any]) -> None:
        if len(sitting.records) % 6 == 0:
            readers: list[Reader] = [*sitting.seats, PUBLIC]
            found.append(tuple(sitting.view(reader) for reader in readers))

    play_at_random(GEM_EDGE, 4, 11, after=keep)
    return found


@pytest.fixture(scope="module")
def ended() -> Sight:
    view: Sight = play_at_random(GEM_EDGE, 3, 2).view(AFTERWARDS)
    return view


def test_the_slide_is_said_from_the_mouth_and_drawn_in_that_order(moments):
    for *_, view in moments[::5]:
        beads = html_of(view).partition('class="beads"')[2].partition("</ol>")[0]
        assert [CUT_OF[cut] for cut in re.findall(r"gem gem-(\w+)", beads)] == view.slide
        assert words(beads).split()[-len(view.slide) :] == view.slide


def test_what_is_behind_adds_up_by_colour(moments):
    for *_, view in moments:
        rest = drawing.behind(view, names())
        assert sum(one.count for one in rest) == view.behind
        assert all(0 <= one.count <= OF_A_COLOUR for one in rest)


def test_carts_and_ornaments_show_the_stones_that_are_in_them(moments):
    for *_, view in moments[::5]:
        html = html_of(view)
        for one in view.jewellers:
            there = Counter(one.cart)
            for piece in one.ornaments:
                there.update(piece.stones)
            assert set_in(stand_of(html, one.seat)) == there


def test_each_sees_their_own_hand_and_of_others_how_many_cards(moments):
    hands = 0
    for views in moments[::5]:
        for reader, view in enumerate(views[:-1]):
            html = html_of(view, reader)
            for one in view.jewellers:
                part = stand_of(html, one.seat)
                assert part.count('class="playing-card') == (len(set(one.hand or ())) if one.hand else 0)
                if one.seat != reader:
                    hands += one.hand_count
                    assert one.hand is None
                    plural = "" if one.hand_count == 1 else "s"
                    assert f"{one.hand_count} action card{plural}" in words(part)
    assert hands, "somebody else held a card"


def test_ornaments_dealt_are_shown_to_their_owner_alone():
    begun = MatchInMemory.begin(GEM_EDGE, 3, bytes(32))
    mine = begun.view(Seat(1))
    dealt = html_of(mine, 1).partition('class="tiles dealt')[2].partition("</ul>")[0]
    assert dealt.count("<li") == len(mine.me.dealt or ()) == 5
    assert 'class="tiles dealt' not in html_of(begun.view(PUBLIC))


def test_an_open_place_says_its_colour_and_a_rainbow_takes_that_of_its_first_stone():
    letters = ("R", "G", "Y", "B", "*")
    assert [one.colour for one in jewels.places("rainbow_ring", (), letters)] == ["any", "any"]
    begun = jewels.places("rainbow_ring", ("green",), letters)
    assert [(one.letter, one.is_set) for one in begun] == [("G", True), ("G", False)]


def test_of_two_stones_alike_only_the_last_is_the_newest():
    found = jewels.places("ring_red", ("red", "red"), ("R", "G", "Y", "B", "*"), "red")
    assert [one.is_newest for one in found] == [False, True]


@pytest.mark.parametrize("key", ORNAMENTS)
def test_every_ornament_has_a_place_for_each_of_its_stones(key):
    wants = ORNAMENTS[key].sockets
    drawn = jewels.ornament(key, jewels.places(key, (), ("R", "G", "Y", "B", "*")))
    assert drawn.count("<text") == drawn.count(" open") == len(wants)
    assert jewels.ornament(key, jewels.places(key, (), ("R", "G", "Y", "B", "*"))) is drawn


def test_a_back_is_told_apart_without_its_colour(moments):
    tiles = html_of(moments[-1][-1]).split('<li class="tile ')[1:]
    blue = [tile for tile in tiles if tile.startswith("blue")]
    assert blue and all('class="back"' in tile and "Blue back." in tile for tile in blue)
    brown = [tile for tile in tiles if tile.startswith("brown")]
    assert brown and not any('class="back"' in tile.partition("</li>")[0] for tile in brown)


def test_pawns_are_where_the_points_are_and_no_further_than_the_goal(moments):
    view = replace(moments[-1][-1])
    points = [0, 7, 19, 23]
    seats = tuple(replace(one, points=count) for one, count in zip(view.jewellers, points, strict=True))
    html = html_of(replace(view, jewellers=seats), 0)
    track = html.partition('class="lanes"')[2].partition("</ol>")[0]
    assert sorted(map(int, re.findall(r" at-(\d+)", track))) == [0, 7, 19, 20]
    assert "Dora: 23 points" in words(track) and "Ana: 0 points" in words(track)


def test_a_card_under_way_says_who_plays_it_on_whom_and_who_cancels(moments):
    aim = Aim(stones=("red",))
    play = Play(Seat(0), "pickpocket", Seat(1), aim, cancels=(Seat(1),))
    said = words(html_of(replace(moments[-1][-1], play=play)))
    assert "Ana plays Pickpocket on Bento" in said and "Named: red" in said
    assert "Bento cancels" in said and "As it is, the card has no effect." in said
    again = replace(play, cancels=(Seat(1), Seat(0)))
    assert "As it is, the card takes effect." in words(html_of(replace(moments[-1][-1], play=again)))


def test_what_has_just_moved_is_marked_and_nothing_else(moments):
    view = moments[-1][-1]
    holder = next(one for one in view.jewellers if one.cart)
    html = html_of(view, None, Motion("roll", holder.seat, holder.cart[-1]))
    assert 'moves-roll"' in html and html.count(" newest") == 1
    assert " newest" in stand_of(html, holder.seat)
    still = html_of(view)
    assert "moves-" not in still and " newest" not in still
    scored = html_of(view, None, Motion("hand_in", Seat(2)))
    assert scored.count(" moved") == 1


def test_the_end_accounts_for_all_points(ended):
    found = drawing.bench(ended, names(), None)
    rows = drawing.account(found.stands)
    totals = [sum(column) for column in zip(*(points for _, points in rows), strict=True)]
    assert totals == [one.points for one in found.stands] and max(totals) > 0
    html = html_of(ended)
    assert "Where the points came from" in html and 'class="beads"' not in html


def test_until_then_there_is_no_account(moments):
    assert 'class="account"' not in html_of(moments[-1][-1])


def test_a_glance_shows_how_far_the_leader_is_and_ones_cart(moments):
    view = moments[-1][-1]
    for one in view.jewellers:
        found = drawing.glance(view, Options(), one.seat, names())
        assert (found.done, found.steps) == (min(max(view.points), 20), 20)
        assert found.says == (f"Points: {one.points}/20",)
        assert {CUT_OF[cut]: count for cut, count in found.heap.items()} == Counter(one.cart)


def test_what_is_chosen_is_drawn_as_it_is_on_the_table(moments):
    view = moments[-1][0]
    begun = next(piece for pieces in view.pieces for piece in pieces if piece.stones)
    assert set_in(drawing.drawn(view, "ornament", begun.key, names(), {})) == Counter(begun.stones)
    assert "gem-ruby" in drawing.drawn(view, "stone", "red", names(), {})
    assert drawing.drawn(view, "card", "pickpocket", names(), {}) == ""


def test_every_card_has_a_picture_and_every_colour_an_outline_of_its_own():
    assert all(picture("gem_edge", card) for card in PACK)
    drawn = {re.findall(r'd="([^"]+)"', jewels.stone(stone, "x"))[0] for stone in STONES}
    assert len(drawn) == len(STONES)


def test_no_word_is_said_by_a_picture_and_no_style_is_inline(moments, ended):
    for html in (html_of(moments[-1][0], 0), html_of(ended)):
        assert all('aria-hidden="true"' in one for one in re.findall(r"<svg[^>]*>", html))
        assert "style=" not in html


def test_answers_are_said_in_sentences_and_many_of_them_are_folded():
    heap = Field("keep", "stone", ("red",), 1, 1, many=True)
    back = Field("back", "stone", ("blue", "green"), 2, 2, many=True, ordered=True)
    into = (Field("stone", "stone", ("red",)), Field("ornament", "ornament", ("ring_red",)))
    sift, insert, take = Choice("pick_through", (heap, back)), Choice("insert", into), Choice("take")
    found = offers((take, insert, sift), names())
    assert [one.label for one in found] == [
        "Take a stone",
        "Insert red into: red ring",
        "Keep red; back up the slide: blue, green",
    ]
    assert [one.under for one in found] == ["", "", "Play Pick Through"]
    assert [one.heading for one in form(found).groups] == [""]
    many = form([*found, *[found[-1]] * 6]).groups
    assert [(one.heading, len(one.offers)) for one in many] == [("", 2), ("Play Pick Through", 7)]


def form(found: Sequence[OfferedChoice]) -> QuestionForm:
    """Ask a question with these answers."""
    return QuestionForm(1, "", True, None, "", [*found], False, "", "", [], [])


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_the_rules_page_draws_the_components_and_says_once_what_is_reconstructed(language):
    page = Client(headers={"accept-language": language}).get("/rules/gem_edge/").content.decode()
    assert '<figure class="example">' in page
    besides = re.sub(r'<figure class="example">.*?</figure>', "", page, flags=re.DOTALL)
    assert besides.count('class="jewel"') == len(drawing.SAMPLES)
    assert page.count('class="art"') == 5, "beside the rules; each card has its own on the page of cards"
    cards = Client(headers={"accept-language": language}).get("/rules/gem_edge/cards/").content.decode()
    assert cards.count('class="art"') == len(PACK)
    assert "titles/gem_edge/style.css" in page or "titles/gem_edge/style." in page
    if language == "en":
        assert page.count("reconstructed") == 1
