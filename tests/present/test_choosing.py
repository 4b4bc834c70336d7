"""From choices to controls and back, for any game."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.http import QueryDict

from games.models import Match, Seat
from games.present.choices import Incomplete, command_text, offers, spelled_out
from games.present.commands import describe_command
from games.present.generic_view import Node, board
from games.present.names import Names, readable
from games.rules.kernel.questions import Choice, Field
from games.rules.kernel.seats import PUBLIC
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.options import Options
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from tests.toy.rules import MAGPIES

TOYS = Match(game="magpies")  # robots of a game that gives them no names
ALICE, BOB = (Seat(match=TOYS, number=number, robot="x") for number in (0, 1))
NAMES = Names(QUARTZ, [ALICE, BOB])


def sent(text: str) -> QueryDict:
    return QueryDict(text)


def command(text: str) -> dict[str, object]:
    return json.loads(command_text(QUARTZ, sent(text)))


def test_a_choice_without_blanks_is_called_by_its_word():
    (offer,) = offers((Choice("mine"),), NAMES)
    assert (offer.label, offer.value, offer.blanks) == ("Mine a crystal", "mine?", [])


def test_what_is_settled_stands_in_the_label_and_comes_back():
    choice = Choice("come_closer", (Field("target", "seat", (1,)), Field("give", "gem", ("ruby", "amber"))))
    (offer,) = offers((choice,), NAMES)
    assert offer.label == "Come Closer: dwarf Robot 2"
    assert [value.label for value in offer.blanks[0].values] == ["ruby", "amber"]
    assert command("do=come_closer%3Ftarget%3D1&come_closer%3Ftarget%3D1/give=ruby") == {
        "kind": "come_closer",
        "target": 1,
        "give": "ruby",
        "take": None,
    }


def test_choices_that_read_alike_are_told_apart_by_what_is_left_to_choose():
    card = Field("card", "card", ("yours_no_more",))
    column = Choice("attack", (card, Field("column", "gem", ("amber", "ruby"))))
    gems = Choice("attack", (card, Field("gems", "gem", ("amber", "ruby", "ruby"), 2, 2, many=True)))
    names = Names(QUARTZ_CARDS, [ALICE, BOB])
    told = [offer.label for offer in offers((column, gems, Choice("let_pass")), names)]
    assert told == [
        "Attack: Yours No More… (column)",
        "Attack: Yours No More… (open cards)",
        "Don't attack",
    ]
    assert [offer.label for offer in offers((column,), names)] == ["Attack: Yours No More…"]


def test_several_of_the_same_are_one_control():
    choice = Choice("store", (Field("gems", "gem", ("quartz", "ruby", "ruby"), 0, 2, many=True),))
    (offer,) = offers((choice,), NAMES)
    (blank,) = offer.blanks
    assert blank.hint == "choose up to 2"
    ruby = blank.values[1]
    assert (ruby.label, ruby.count) == ("ruby", 2)
    assert [value for value, _, _ in ruby.amounts] == ["", "ruby*1", "ruby*2"]
    assert command("do=store?&store?/gems=quartz&store?/gems=ruby*2") == {
        "kind": "store",
        "gems": ["quartz", "ruby", "ruby"],
    }
    assert command("do=store?&store?/gems=") == {"kind": "store", "gems": []}
    assert command("do=store?") == {"kind": "store", "gems": []}


def test_two_choices_with_one_command_are_told_apart():
    same = Choice("keep", (Field("gems", "gem", ("ruby",), many=True),))
    assert [offer.value for offer in offers((same, same), NAMES)] == ["keep?", "keep?#2"]
    assert command("do=keep?%232&keep?%232/gems=ruby") == {"kind": "keep", "gems": ["ruby"]}


@pytest.mark.parametrize("exact", [True, False])
def test_a_choice_that_is_not_exact_says_so(exact):
    assert offers((Choice("mine", exact=exact),), NAMES)[0].exact is exact


def test_what_was_sent_is_filled_in_again():
    choice = Choice("store", (Field("gems", "gem", ("quartz", "ruby", "ruby"), 0, 2, many=True),))
    (offer,) = offers((choice,), NAMES, sent("do=store?&store?/gems=ruby*2"))
    assert [value.chosen for value in offer.blanks[0].values] == [0, 2]
    assert offer.chosen


def test_a_sealed_command_is_filled_in():
    choice = Choice("store", (Field("gems", "gem", ("quartz", "ruby", "ruby"), 0, 2, many=True),))
    (offer,) = offers((choice,), NAMES, {"kind": "store", "gems": ["quartz"]})
    assert [value.chosen for value in offer.blanks[0].values] == [1, 0]


@pytest.mark.parametrize("text", ["", "do=", "x=1"])
def test_nothing_chosen_is_incomplete(text):
    with pytest.raises(Incomplete, match="what you want to do"):
        command(text)


def test_a_blank_left_open_is_named():
    with pytest.raises(Incomplete, match="crystal"):
        command("do=what_crystal?&what_crystal?/gem=")


@pytest.mark.parametrize(
    "text", ["do=fly?", "do=mine?x=1", "do=what_crystal?gem=9", "do=not_mine?target=x", "do=#"]
)
def test_what_makes_no_sense_is_passed_on_to_be_refused(text):
    assert "kind" in command(text)


def test_no_control_asks_for_more_than_a_hundred_of_a_thing():
    assert len(spelled_out(["ruby*99"])) == 99
    assert spelled_out(["ruby*100", "ruby*999999999"]) == ["ruby*100", "ruby*999999999"]


def test_a_command_is_said_in_words():
    assert describe_command(NAMES, {"kind": "store", "gems": ["ruby", "ruby", "quartz"]}) == (
        "Sell the rest, store these: ruby ×2, quartz"
    )
    assert (
        describe_command(NAMES, {"kind": "gimme_a_hand", "target": 1}) == "Gimme a Hand Here: dwarf Robot 2"
    )


def test_what_a_command_may_name_and_does_not_goes_without_saying():
    assert describe_command(NAMES, {"kind": "dont_belong", "target": 1, "gems": []}).endswith("dwarf Robot 2")
    cards = Names(QUARTZ_CARDS, [ALICE, BOB])
    attack: dict[str, Any] = {"kind": "attack", "card": "hand_it_over", "column": None, "gems": []}
    assert describe_command(cards, attack) == "Attack: Hand It Over…"
    assert describe_command(NAMES, {"kind": "keep", "gems": []}) == "Keep: nothing"


def test_help_that_choices_share_is_given_once_and_comes_again_after_another():
    gems = Field("gems", "gem", ("ruby", "quartz"), 1, 1, many=True)
    theft = [Choice("dont_belong", (Field("target", "seat", (seat,)), gems)) for seat in (0, 1)]
    drawn = offers((*theft, Choice("mine"), theft[0]), NAMES)
    assert [bool(one.help) for one in drawn] == [True, False, False, True]


def test_a_game_without_words_for_its_blanks_gets_readable_ones():
    names = Names(MAGPIES, [ALICE, BOB])
    choice = Choice("snatch", (Field("victim", "seat", (0, 1)), Field("card", "card", ("bead", "ring"))))
    (offer,) = offers((choice,), names)
    assert [blank.label for blank in offer.blanks] == ["Victim", "Card"]


def test_any_view_of_any_game_is_drawn():
    table = MatchInMemory.begin(MAGPIES, 3, bytes(32))
    names = Names(MAGPIES, [ALICE, BOB, Seat(match=TOYS, number=2, robot="x")])
    drawn = {part.label: part for part in board(table.view(table.seats[0]), names, 0).parts}
    assert "Robot 3" in drawn["To act"].text
    hands = {part.label: part.text for part in drawn["Hands"].parts}
    assert hands.keys() == {"Robot 1", "Robot 2", "Robot 3"}, "each is called by its player"
    assert hands["Robot 2"] == hands["Robot 3"] == "2" and hands["Robot 1"] not in {"2", ""}
    public = {part.label: part for part in board(table.view(PUBLIC), names, None).parts}
    assert {part.text for part in public["Hands"].parts} == {"2"} and len(public["Hands"].parts) == 3
    assert "Asked" not in drawn and "Questions" not in drawn


def test_names_of_the_program_are_made_readable():
    assert readable("bag_obsidian") == "Bag obsidian"


def test_things_are_called_as_the_edition_of_the_table_calls_them():
    names = Names(QUARTZ, [ALICE, BOB], Options(edition="2019"))
    assert names.thing("eureka") == names.word("do.eureka") == "Нашёл!"
    assert NAMES.thing("eureka") == NAMES.word("do.eureka") == "Eureka!"


def drawn_dwarf(reader: int, seat: int) -> dict[str, str]:
    table = MatchInMemory.begin(QUARTZ, 3, bytes(32))
    names = Names(QUARTZ, [Seat(match=TOYS, number=number, robot="x") for number in range(3)])
    whole = board(table.view(table.seats[reader]), names, reader)
    dwarves = next(part for part in whole.parts if part.label == "The dwarves")
    found = next(part for part in dwarves.parts if part.label == names.seat(seat))
    return {part.label: part.text for part in found.parts}


def test_what_is_empty_or_hidden_is_left_out_and_what_counts_is_said():
    assert drawn_dwarf(0, 1) == {"In the mine": "yes", "Crystals": "0", "Cards": "5", "Coins": "0"}
    assert drawn_dwarf(1, 1).keys() - drawn_dwarf(0, 1).keys() == {"Hand"}


def test_what_a_command_leaves_out_isnt_said_as_nothing():
    names = Names(QUARTZ_CARDS, [ALICE, BOB])
    for strike, said in (
        (c.Attack("little_present"), "Attack: A Little Present for You…"),
        (c.Attack("yours_no_more", "ruby"), "Attack: Yours No More… – column: ruby"),
        (c.Attack("yours_no_more", gems=["ruby"]), "Attack: Yours No More… – open cards: ruby"),
    ):
        assert describe_command(names, {"kind": "attack", **msgspec.to_builtins(strike)}) == said


def test_a_game_may_have_a_word_for_a_nothing_that_matters():
    class Dwarf(msgspec.Struct):
        inside: bool = False
        token: bool = False
        coins: int = 0

    drawn = {part.label: part.text for part in board(Dwarf(), NAMES, None).parts}
    assert drawn == {"In the mine": "out for the day", "Coins": "0"}


def test_only_long_lines_are_folded():
    assert not Node("Hand", "x" * 60).is_long
    assert Node("Discard pile", "x" * 61).is_long


def test_where_the_order_matters_each_place_is_chosen_and_comes_back_in_that_order():
    rules, names = QUARTZ_CARDS, Names(QUARTZ_CARDS, [ALICE, BOB])
    columns = Field("columns", "gem", ("ruby", "quartz", "amber"), 1, 3, many=True, ordered=True)
    choice = Choice("stop_and_protect", (columns, Field("copies", "number", (1,))))
    name = "stop_and_protect?copies=1"
    posted = QueryDict(mutable=True)
    posted.setlist(f"{name}/columns", ["amber", "", "quartz"])
    posted["do"] = name
    (offer,) = offers((choice,), names, posted)
    chosen = [[value for value, _, on in place.values if on] for place in offer.blanks[0].places]
    assert chosen == [["amber"], ["quartz"], [""]]
    made = json.loads(command_text(rules, posted))
    assert made == {"kind": "stop_and_protect", "columns": ["amber", "quartz"], "copies": 1}
    assert "amber, quartz" in describe_command(names, made)
