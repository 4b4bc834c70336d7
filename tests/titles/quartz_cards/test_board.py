"""The card game's board shows what its reader may see, in each state, and in the words of its reader."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.present.names import Names
from games.rules.kernel.codec import read_options
from games.rules.kernel.seats import AFTERWARDS, PUBLIC
from games.titles.quartz_cards.board import LineTable, line_table
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.cards import HELPERS, MINE, PACK, VALUES
from games.titles.quartz_cards.rules.odds import risk
from games.titles.quartz_cards.rules.orders import Ambush, Orders
from tests.titles.quartz_cards.furnished import furnished
from tests.titles.quartz_cards.scenes import table

PEOPLE = dict(enumerate(("Ana", "Bento", "Clara", "Dora")))


def names(**options: object) -> Names:
    found = Names(QUARTZ_CARDS, [], read_options(QUARTZ_CARDS, options))
    found.seats = PEOPLE
    return found


def drawn(view, me=None, orders=None, **options: object) -> str:
    """Draw the board as the page does."""
    context = {"view": view, "names": names(**options), "laid": orders}
    seat = None if me is None else SimpleNamespace(number=me)
    return render_to_string("quartz_cards/board.html", context | {"seat": seat})


def board(scene, me, orders=None, **options: object) -> str:
    return drawn(scene.view(me), me, orders, **options)


def seen(scene, me) -> LineTable:
    return line_table(scene.view(me), names(), me)


def words(html: str) -> str:
    """Read a board aloud: what is drawn only is left out."""
    said = re.sub(r'<(svg|span)[^>]*aria-hidden="true".*?</\1>', " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", said)).replace(" ,", ",").replace("&#39;", "'")


def stand(html: str, seat: int) -> str:
    """Cut out what lies before a seat."""
    return html.split(f'aria-labelledby="seat-{seat}"')[1].split("</article>")[0]


# --- the line


def test_the_line_is_drawn_card_by_card_with_value_crystal_and_icon():
    html = board(table("", "", line="ruby 0, little_present, quartz hire, sapphire"), 0)
    stones = html.split('class="row-of-stones"')[1].split("</ol>")[0].split("<li>")[1:]
    assert [re.findall(r"gem gem-(\w+)", one) for one in stones] == [["ruby"], [], ["quartz"], ["sapphire"]]
    assert [re.findall(r"icon (\w+)", one) for one in stones] == [["burst"], [], ["hire"], []]
    said = [words(one).strip() for one in stones]
    assert said[0] == "ruby [unstable 0], worth 5" and said[1] == "A Little Present for You…"
    assert said[2] == "quartz [hire], worth 1" and said[3] == "sapphire, worth 4"


def test_a_prop_is_cracked_where_the_line_is_unstable():
    scene = table("", "", line="ruby 0, amber 4")
    assert seen(scene, 1).cracked == ["0", "4"] and not seen(scene, 1).shaky
    html = board(scene, 1)
    assert html.count('<li class="cracked">') == 2 and "Cracked: 0, 4." in words(html)
    assert "position 4: cracked" in html and "position 3: holds" in html


def test_a_present_makes_every_prop_shaky():
    scene = table("", "", line="ruby 0, little_present")
    assert seen(scene, 0).shaky
    html = board(scene, 0)
    assert html.count('<li class="shaky">') == 5
    assert "the next unstable crystal, or a second present, brings the line down" in words(html)


@pytest.mark.parametrize(
    "line", ["", "ruby 0", "ruby 0, amber 4", "little_present", "ruby 0, amber 2, quartz"]
)
def test_the_chance_of_an_accident_is_that_of_the_rules(line):
    scene = table("", "", line=line)
    shown = seen(scene, 0)
    assert shown.percent == round(100 * risk(scene.view(0)))
    assert shown.fatal / shown.unseen == pytest.approx(risk(scene.view(0)))
    assert f"{shown.percent}%" in words(board(scene, 0))


@pytest.mark.parametrize(
    ("presents", "percent", "omen"),
    [
        (0, 0, "Nothing is cracked: the next card is safe."),
        (
            1,
            75,
            (
                "A present is waiting for this line: any unstable crystal, or a second present, "
                "brings it down."
            ),
        ),
        (2, 100, "More than one present is waiting for this line: exploring means an accident at once."),
    ],
)
def test_presents_that_wait_for_a_line_are_reckoned_with_before_it_begins(presents, percent, omen):
    scene = table("", "", waiting={0: presents}, left=["quartz 0", "amber 2", "ruby 1", "quartz"])
    for reader in (0, 1):
        shown = seen(scene, reader)
        assert (shown.percent, shown.shaky, shown.waiting) == (percent, presents > 0, presents)
        assert omen in words(board(scene, reader))
    scene = table("", "", waiting={1: 1}, line="")
    assert not seen(scene, 0).shaky


def test_who_digs_is_told_from_who_looks_on():
    scene = table("", "", "", line="ruby 0", active=1)
    assert "Your line" in words(board(scene, 1)) and "Bento's line" in words(board(scene, 0))


def test_before_anything_is_dug_the_board_says_so():
    assert "Nothing has been dug up this turn yet." in words(board(table("", ""), 0))
    assert "The line is empty." in words(board(table("", "", line="", windows="full"), 0))


# --- who sits there


def test_ones_own_things_come_first_and_the_others_follow_round_the_table():
    scene = table("", "", "", "")
    assert [place.seat for place in seen(scene, 2).places] == [2, 3, 0, 1]
    assert [place.seat for place in line_table(scene.view(PUBLIC), names(), None).places] == [0, 1, 2, 3]
    assert [place.mine for place in seen(scene, 2).places] == [True, False, False, False]


def test_columns_count_with_five_more_for_every_four_of_a_kind():
    (place, *_) = seen(table("amber quartz quartz quartz quartz quartz", ""), 0).places
    assert [(lot.crystal, lot.count, lot.points) for lot in place.columns] == [
        ("amber", 1, 6),
        ("quartz", 5, 10),
    ]
    assert place.points == 16
    assert [lot.pips for lot in place.columns] == [[True, False, False, False]] * 2
    (lot,) = seen(table("ruby ruby ruby ruby", ""), 0).places[0].columns
    assert lot.pips == [True] * 4


def test_a_chest_is_counted_with_the_columns_by_its_owner_alone():
    scene = table("ruby ruby", "", chests={0: "ruby ruby"})
    mine, theirs = board(scene, 0), board(scene, 1)
    assert "25 points in total" in words(stand(mine, 0))
    assert "10 points showing" in words(stand(theirs, 0))
    assert "2 cards under the chest" in words(stand(theirs, 0)) and "ruby ×2" in words(stand(mine, 0))


def test_hands_and_chests_of_others_stand_nowhere():
    scene = furnished()
    used = {"hand_it_over", "little_present"}
    for reader in (0, 1, 2, PUBLIC):
        me = reader if isinstance(reader, int) else None
        html = drawn(scene.view(reader), me)
        hand = scene.view(reader).me.hand if me is not None else {}
        for key in HELPERS.keys() - hand.keys() - used:
            assert HELPERS[key].name not in html, (reader, key)
        assert ("emerald" in stand(html, 0)) == (reader == 0)
        assert ("amber" in stand(html, 1)) == (reader == 1)
        assert ("Your secret choice" in html) == (reader == 0)


def test_helpers_say_what_they_do_and_for_when_they_are():
    hand = stand(board(table("", "", hands=("no_chance no_chance hand_it_over what_a_beauty",)), 0), 0)
    told = words(hand)
    assert "Hand It Over… You get the last mine card in the line. attack" in told
    assert "No Chance! ×2 Cancels any attack on you. defence" in told
    assert re.findall(r"playing-card (\w+)", hand) == ["action", "strikes", "reaction"]


def test_the_cards_have_their_own_names_in_portuguese():
    with translation.override("pt-br"):
        html = board(table("", "", hands=("over_my_dead_body",)), 0)
    assert HELPERS["over_my_dead_body"].portuguese in html
    assert HELPERS["over_my_dead_body"].name not in html


def test_presents_that_wait_are_said():
    assert "2 presents waiting for the next line" in words(stand(board(table("", "", waiting={1: 2}), 0), 1))


# --- attacks


def test_an_attack_under_way_says_who_whom_with_what_and_what_it_does():
    scene = table("ruby ruby", "", hands=("get_lost", "yours_no_more"), line="", windows="full")
    scene.when(0, c.DigOn(), chance=["sapphire"]).when(1, c.Attack("yours_no_more", column="ruby"))
    told = words(board(scene, 0))
    assert "Bento plays Yours No More… on Ana" in told and "Column: ruby" in told
    assert "Take a whole column, or any two open cards, from the player who is digging." in told


def test_what_rivals_are_asked_is_said_by_the_moment():
    digging = table("", "", hands=("", "hand_it_over"), line="", windows="full")
    digging.when(0, c.DigOn(), chance=["sapphire"])
    assert "After this card, the others decide" in words(board(digging, 0))
    stopped = table("", "", hands=("", "hand_it_over"), line="ruby 0").when(0, c.Stop())
    assert "Before the line is collected, the others decide" in words(board(stopped, 0))


def test_an_answer_from_before_is_shown_to_who_gave_it():
    scene = furnished().when(1, c.Attack("may_i_help")).when(2, c.Attack("little_present"))
    shown = seen(scene, 2)
    assert shown.said is not None and shown.said.key == "little_present"
    assert "Your earlier choice: A Little Present for You…." in words(board(scene, 2))
    assert seen(scene, 0).said is None and "earlier choice" not in words(board(scene, 0))


def test_cards_of_a_helping_hand_are_drawn_for_who_drew_them():
    scene = furnished().when(1, c.Attack("may_i_help")).when(2, c.LetPass())
    scene.when(0, c.Let(), chance=["amber 5", "sapphire"])
    assert "amber [unstable 5], worth 6" in board(scene, 1)
    assert "amber [unstable 5]" not in board(scene, 0)
    assert "Cards drawn with May I Help?: 2" in words(board(scene, 0))


# --- ambushes


def test_ones_own_ambushes_are_told_in_words():
    orders = Orders(
        ambushes=(
            Ambush("hand_it_over", cards=1, last=4),
            Ambush("yours_no_more", against=1, worth=9, take="ruby"),
            Ambush("stop_stop_stop", cards=0),
        )
    )
    told = words(board(table("", "", hands=("hand_it_over",)), 0, orders))
    assert "Hand It Over… against anyone, when the line has exactly 1 card, when its last card" in told
    assert "against Bento, when the line is worth 9 or more; takes the whole ruby column." in told
    assert "against anyone, before the first card." in told
    assert told.count("This card isn't in your hand right now.") == 2


def test_without_orders_no_ambush_is_shown():
    assert "Ambushes" not in board(table("", ""), 0)


# --- the end, and what is nobody's but ours


def test_at_the_end_everything_lies_open():
    scene = furnished()
    html = drawn(scene.view(AFTERWARDS), 0)
    for key in ("what_a_beauty", "get_lost", "may_i_help", "no_chance", "little_present"):
        assert HELPERS[key].name in html
    assert "amber ×2" in words(stand(html, 1)) and "13 points in total" in words(stand(html, 1))


def test_when_the_mine_is_empty_there_is_no_line_and_no_chance():
    scene = table("ruby", "", line="amber 5", left=["quartz"])
    scene.when(0, c.DigOn(), chance=["quartz"])
    view = scene.view(AFTERWARDS)
    assert view.over
    told = words(drawn(view, 0))
    assert "The mine is empty" in told and "brings an accident" not in told and "current player" not in told


TABLES = {
    "mine_cards": ("the cards of the mine", MINE),
    "crystal_values": ("what crystals count", VALUES),
    "helper_cards": ("how many there are of each helper", PACK),
}


@pytest.mark.parametrize("option", TABLES)
def test_reconstructed_figures_are_named_once_unless_the_match_has_its_own(option):
    told, figures = TABLES[option]
    scene = table("", "")
    assert words(board(scene, 0)).count(told) == 1
    assert words(board(scene, 0)).count("econstructed") == 1
    assert told not in words(board(scene, 0, **{option: figures}))


def test_no_crystal_is_left_out_of_what_nobody_has_seen():
    shown = seen(table("ruby", "", line="amber 5"), 0)
    assert sum(vein.count for vein in shown.veins) == shown.unseen == shown.left == 70
    assert shown.veins[0].crystal == "amber"
    assert {vein.crystal: vein.icons[5] for vein in shown.veins}["amber"] == 0


def test_nothing_carries_a_style_and_every_drawing_is_silent():
    html = board(furnished(), 1)
    assert "style=" not in html
    assert html.count("<svg") == len(re.findall(r"<svg[^>]*aria-hidden", html))


def test_classes_drawn_have_their_rules():
    css = "".join(
        Path(settings.BASE_DIR, "games", sheet).read_text()
        for sheet in ("titles/quartz_cards/static/style.css", "static/games/table.css")
    )
    for name in (
        "gallery",
        "props",
        "stone",
        "burst",
        "hire",
        "tallies",
        "alarm",
        "columns",
        "strikes",
        "veins",
    ):
        assert f".{name} " in css or f".{name}," in css, name
