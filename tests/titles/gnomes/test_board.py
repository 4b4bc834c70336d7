"""The board of Gnomes: what each reader may see of the table, drawn, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from games.models import Match
from games.play import history
from games.present.names import Names
from games.present.pointing import Pointing, narrowed, things
from games.rules.kernel.messages import Motion
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.titles.gnomes import board
from games.titles.gnomes.drawings import PAWNS, WALLS
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules.cards import CARDS, HAND_LIMIT
from games.titles.gnomes.rules.view import Sight
from tests.kit.cast import address, browser, match_of, play_on, turn_seat
from tests.kit.given import Scene
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

NAMES = ("Ann", "Bo", "Cy", "Di")
MAP = """
    .   V0b  .
    C0a R1a/E0a+aab  C0b
"""


def names_of(seats: int) -> Names:
    names = Names(GNOMES, (), GNOMES.core.options())
    names.seats = dict(enumerate(NAMES[:seats]))
    return names


def pointed(view: Sight, *at: str) -> Pointing:
    left, heard = narrowed(view.asked[0].choices, at)
    return Pointing(heard, frozenset(things(left)))


def drawn(
    view: Sight, reader: Reader = PUBLIC, pointing: Pointing | None = None, motion: Motion | None = None
) -> str:
    """Draw the board alone."""
    running = SimpleNamespace(is_running=not view.over, awaited=[view.active], public_id="m", game="gnomes")
    context = {
        "view": view,
        "names": names_of(len(view.players)),
        "seat": SimpleNamespace(number=reader) if isinstance(reader, int) else None,
        "match": running,
        "pointing": pointing or Pointing(),
        "motion": motion,
        "here": "/m/m/",
    }
    return unescape(render_to_string("gnomes/board.html", context))


def place(page: str, where: str) -> str:
    """Cut out a place of the map."""
    anchor = board.anchor(where)
    return next(part for part in re.findall(r"<td[^>]*>.*?</td>", page, re.S) if f'id="{anchor}"' in part)


def stand_of(page: str, seat: int) -> str:
    """Cut out what is drawn of one player."""
    return next(part for part in page.split("<article")[1:] if f'id="seat-{seat}"' in part).split(
        "</article"
    )[0]


def scene(**more: object) -> Scene:
    return table(MAP, **{"gems": ("ruby emerald", "topaz"), "ogres": ("thief", "sharp"), **more})


# --- the map


@gn("GN-32")
def test_the_map_is_a_table_with_a_picture_and_words_for_each_place():
    page = drawn(scene().view(PUBLIC))
    assert re.findall(r'<th scope="col">(-?\d+)</th>', page) == ["-1", "0", "1", "2", "3"]
    assert re.findall(r'<th scope="row">(-?\d+)</th>', page) == ["2", "1", "0", "-1"]
    mine = place(page, "1/0")
    assert "Ruby mine" in mine and 'href="#card-ruby_mine"' in mine
    assert "Needs 3 dwarves, has 4 slots" in mine
    assert "Ann 2, Bo 1" in " ".join(mine.split())
    assert "Beneath it: emerald mine." in mine and 'href="#card-emerald_mine"' in mine
    assert "Castle of Ann." in place(page, "0/0")


@gn("GN-1", "GN-9")
@pytest.mark.parametrize(("turn", "walls"), [(0, "NE"), (1, "ES"), (2, "SW"), (3, "NW")])
def test_walls_are_drawn_as_the_card_is_turned_and_said(turn, walls):
    page = drawn(table(f"R{turn}a").view(PUBLIC))
    (stones,) = re.findall(r'class="wall" d="([^"]*)"', place(page, "0/0"))

    assert {side for side, stone in WALLS.items() if stone in stones} == {*walls}
    sides = {"N": "north", "E": "east", "S": "south", "W": "west"}
    assert "Walls: " + ", ".join(sides[side] for side in "NESW" if side in walls) in place(page, "0/0")


def test_dwarves_fill_slots_and_are_told_by_shape_and_letter_as_well_as_colour():
    mine = place(drawn(scene().view(PUBLIC)), "1/0")
    assert re.findall(r'class="pawn seat-(\d)"', mine) == ["0", "0", "1"]
    assert re.findall(r'href="#pawn-(\d)".*?>(\w)</text>', mine) == [("0", "A"), ("0", "A"), ("1", "B")]
    assert mine.count('class="slot needed"') == 3 and mine.count('class="slot"') == 1
    assert len({*PAWNS}) == GNOMES.meta.most_seats


@gn("GN-16")
def test_the_ground_tells_whose_kingdom_it_is_also_if_two_share_it():
    apart = drawn(table("C0a C3b").view(PUBLIC))
    shared = drawn(table("C0a C0b").view(PUBLIC))
    assert 'fill="url(#ground-0)"' in place(drawn(table("C1a C3b").view(PUBLIC)), "0/0")
    assert "url(#shared-" in place(shared, "0/0") and "url(#shared-" in place(shared, "1/0")
    assert place(apart, "0/0") != place(shared, "0/0")
    (name,) = set(re.findall(r"url\(#(shared-\d+)\)", shared))
    assert shared.count(f'<pattern id="{name}"') == 1
    assert "url(#" not in place(drawn(table("R0a").view(PUBLIC)), "0/0"), (
        "a land without a castle is nobody's"
    )


def test_a_walled_castle_stands_on_its_own_ground():
    page = drawn(table("C1a C3b").view(PUBLIC))
    assert [re.findall(r"url\(#([\w-]+)\)", place(page, where)) for where in ("0/0", "1/0")] == [
        ["ground-0"],
        ["ground-1"],
    ]


@gn("GN-8")
def test_places_that_can_be_built_on_are_marked_until_the_match_is_over():
    view = scene().view(PUBLIC)
    page = drawn(view)
    assert all('class="vacant' in place(page, where) for where in view.edge)
    assert page.count('class="vacant') == len(view.edge)


def test_what_has_just_moved_is_marked_where_it_moved():
    page = drawn(scene().view(PUBLIC), motion=Motion("step", Seat(0), "1/0"))
    assert "moves-step" in place(page, "1/0") and page.count("moves-step") == 1


def test_castles_and_monsters_can_be_gone_to_by_a_link():
    page = drawn(table("C0a X0b C0b").view(PUBLIC))
    links = re.findall(
        r'<a href="#(place-[\w-]+)">', page.partition('class="landmarks"')[2].partition("</p>")[0]
    )
    assert links == ["place-0_0", "place-1_0", "place-2_0"]
    assert all(f'id="{link}"' in page for link in links)


# --- pointing


@gn("GN-8")
def test_a_card_that_is_pressed_marks_where_it_can_go():
    view = scene().view(Seat(0))
    page = drawn(view, Seat(0), pointed(view, "tavern"))
    assert "tile at" in page
    assert all(" open" in place(page, where) for where in view.edge)
    assert "?at=tavern&at=1/1" in place(page, "1/1").replace("%2F", "/"), "a shop may be covered"
    assert "href" not in re.sub(r'<use href="[^"]*"', "", place(page, "0/0")), "a castle may not"


def test_who_cannot_move_has_nothing_to_press():
    page = drawn(scene().view(Seat(1)), Seat(1))
    assert "point-link" not in page and "point-link" not in drawn(scene().view(PUBLIC))


def test_values_in_forms_are_drawn():
    view = scene().view(Seat(0))
    turns = [board.drawn(view, "turn", str(turn), names_of(2), {"card": "tavern"}) for turn in range(4)]
    assert len(set(turns)) == 4
    assert "#card-shop" in board.drawn(view, "card", "shop", names_of(2), {})
    assert "#card-ruby_mine" in board.drawn(view, "place", "1/0", names_of(2), {})
    assert (
        board.drawn(view, "place", "9/9", names_of(2), {})
        == board.drawn(view, "turn", "1", names_of(2), {})
        == ""
    )


# --- hands and counts


@gn("GN-33")
def test_a_hand_and_a_secret_goal_are_drawn_for_their_owner_alone():
    one = scene(secrets=("king", "hunter"))
    mine, other, nobody = (drawn(one.view(reader), reader) for reader in (Seat(0), Seat(1), PUBLIC))
    assert "King:" in mine and "Hunter:" not in mine
    assert "Hunter:" in other and "King:" not in other
    assert "King:" not in nobody and "Hunter:" not in nobody
    assert 'class="gem gem-ruby"' in stand_of(mine, 0)
    assert 'class="gem gem-topaz"' not in stand_of(mine, 1) and 'class="gem gem-topaz"' in stand_of(other, 1)
    assert "Thief" in stand_of(mine, 0) and "Cardsharp" not in mine


@gn("GN-33")
def test_counts_of_every_hand_are_open():
    page = " ".join(stand_of(drawn(scene().view(PUBLIC)), 1).split())
    for said in ("Gems in hand: </span>1", "Ogres in hand: </span>1", "Dwarves at home: </span>"):
        assert said in page


def test_goals_and_piles_are_drawn():
    view = scene().view(PUBLIC)
    page = drawn(view)
    market = page.partition('class="trade"')[2].partition("</ul>")[0]
    assert [int(points) for points in re.findall(r"<strong>(\d+)</strong>", market)] == [
        one.points for one in view.goals
    ]
    assert market.count("<li") == len(view.goals) == 3


@gn("GN-7")
def test_the_part_of_the_turn_and_the_actions_left_are_marked():
    view = scene().view(PUBLIC)
    page = drawn(view)
    bar = page.partition('class="parts"')[2].partition("</ol>")[0]
    assert bar.count('aria-current="step"') == 1 and "Actions" in bar
    assert bar.count('class="full"') == view.actions_left == 4


def test_the_hand_limit_is_said_beside_the_count():
    assert f"of {HAND_LIMIT} cards" in drawn(scene().view(Seat(0)), Seat(0))


def test_what_nobody_has_vouched_for_is_said_once():
    assert drawn(scene().view(PUBLIC)).count("econstructed") == 1


# --- of real matches


def sight(found: Match, reader: Reader) -> tuple[Sight, Names]:
    _, loaded = history.load(found)
    names = Names(found.rules, found.seats.select_related("player"), loaded.options)
    return found.rules.core.view(loaded.state, reader), names


@pytest.mark.django_db
@pytest.mark.usefixtures("soon")
def test_once_it_is_over_all_points_are_accounted_for():
    found = match_of(game="gnomes")
    play_on(found, 3000)
    found.refresh_from_db()
    view, _ = sight(found, AFTERWARDS)
    _, loaded = history.load(found)
    seats = board.stands(view, None)
    results = {one.seat: one.points for one in found.rules.core.outcome(loaded.state) or ()}
    assert board.totals(board.account(view, seats)) == [results[one.player.seat] for one in seats]
    page = drawn(view, AFTERWARDS)
    assert "Where the points came from" in page and 'class="vacant' not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("soon")
def test_until_then_there_is_no_account_and_everything_is_drawn_silently():
    found = match_of(game="gnomes")
    for seed in range(5):
        play_on(found, 12, seed=seed)
        found.refresh_from_db()
        if not found.is_running:
            break
        view, _ = sight(found, Seat(0))
        assert board.account(view, board.stands(view, 0)) == []
        page = drawn(view, Seat(0))
        assert page.count("<svg") == len(re.findall(r'<svg[^>]*aria-hidden="true"', page))
        assert "style=" not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("soon")
def test_the_page_is_composed_by_its_address():
    found = match_of(game="gnomes")
    seat = turn_seat(found)
    page = browser(seat.player).get(address(found) + "?at=castle&at=0/0").content.decode()
    assert 'value="play_kingdom?card=castle&amp;place=0%2F0"' in page
    assert page.count('name="at"') >= 2, "and goes along when it is sent"


@pytest.mark.django_db
@pytest.mark.usefixtures("soon")
def test_the_glance_says_how_far_it_is_from_what_everyone_sees():
    found = match_of(game="gnomes")
    play_on(found, 60, seed=2)
    found.refresh_from_db()
    view, names = sight(found, PUBLIC)
    shown = board.glance(view, GNOMES.core.options(), Seat(0), names)
    assert 0 <= shown.done <= shown.steps == 3
    assert f"Round {view.round} of 40" in shown.says
    assert sum(shown.heap.values()) == sum(sum(one.cost.values()) for one in view.players[0].bought)


def test_every_kingdom_card_is_drawn_for_the_rules():
    assert [key for key, _ in board.specimens()] == [*CARDS]
