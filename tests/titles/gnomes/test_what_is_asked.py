"""Each choice as the page asks for it: what is to be named, and among what. Each refusal, with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from tests.kit.given import Scene, refused
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

Blanks = dict[str, tuple[str, tuple[Any, ...]]]


def asked(scene: Scene, kind: str, seat: int = 0) -> list[Blanks]:
    """Give the blanks of every choice of a kind: what each holds, and its values."""
    (question,) = [one for one in scene.table.questions().values() if one.awaited]
    assert question.seat == seat
    return [
        {field.name: (field.of, field.values) for field in choice.fields}
        for choice in GNOMES.core.choices(scene.table.table.state, question)
        if choice.command == kind
    ]


@gn("GN-8")
def test_cards_of_one_pile_type_are_offered_together_with_every_quarter_turn() -> None:
    scene = table("V0b E0b+b", seats=3)
    edge = ("0/1", "1/1", "-1/0", "2/0", "0/-1", "1/-1")
    turns = ("turn", (0, 1, 2, 3))
    assert asked(scene, "play_kingdom") == [
        {"card": ("card", ("castle", "ice_giant")), "place": ("place", edge), "turn": turns},
        {
            "card": ("card", ("ruby_mine", "emerald_mine", "diamond_mine", "topaz_mine", "dragon")),
            "place": ("place", edge),
            "turn": turns,
        },
        {"card": ("card", ("tavern", "shop")), "place": ("place", (*edge, "0/0")), "turn": turns},
    ]


@gn("GN-9")
def test_a_dwarf_is_placed_on_a_place_or_goes_a_way() -> None:
    scene = table("T0b+a E0b+bbb D0b")
    assert asked(scene, "place_dwarf") == [{"place": ("place", ("0/0", "2/0"))}]
    assert asked(table("T0b+a E0b+bb D0b"), "move_dwarf") == [{"way": ("way", ("0/0>1/0",))}]
    nobody_left = table("R0b+aaaa T0b+aaa E0b")
    assert asked(nobody_left, "place_dwarf") == []
    full = table("T0b+abb")
    assert asked(full, "place_dwarf") == asked(full, "move_dwarf") == []


@gn("GN-5")
def test_an_ogre_asks_for_its_targets_rival_by_rival() -> None:
    scene = table("E0b+bbc T0b+ac", seats=3, ogres=("bouncer",))
    assert asked(scene, "bounce") == [
        {"rival": ("seat", (1,)), "place": ("place", ("0/0",)), "count": ("number", (1,))},
        {"rival": ("seat", (1,)), "place": ("place", ("0/0",)), "count": ("number", (2,))},
        {"rival": ("seat", (2,)), "place": ("place", ("0/0", "1/0")), "count": ("number", (1,))},
    ]
    scene = table("E0b+b T0b+ab", ogres=("shover",))
    assert asked(scene, "shove") == [
        {"owner": ("seat", (0,)), "way": ("way", ("1/0>0/0",))},
        {"owner": ("seat", (1,)), "way": ("way", ("0/0>1/0", "1/0>0/0"))},
    ]
    scene = table("E0b", seats=3, gems=("ruby", "", "topaz"), ogres=("thief sharp", "changer"))
    assert asked(scene, "steal_gem") == [{"rival": ("seat", (2,))}]
    assert asked(scene, "steal_ogre") == [{"rival": ("seat", (1,))}]
    scene = table("E0b+ab T0b+c", seats=3, ogres=("changer",))
    assert asked(scene, "swap") == [
        {"first": ("seat", (0,)), "second": ("seat", (2,)), "way": ("way", ("0/0>1/0",))},
        {"first": ("seat", (1,)), "second": ("seat", (2,)), "way": ("way", ("0/0>1/0",))},
    ]


@gn("GN-11", "GN-12", "GN-13")
def test_works_are_asked_by_place_with_what_is_dug_or_bought() -> None:
    drawn = "C2a+aa R0b/E0b S0b+aaa V0b+aa D0b/T0b"
    scene = table(drawn, gems=("ruby emerald diamond",), row=("RE", "RD", "EED")).when(0, c.Done())
    assert asked(scene, "work") == [{"place": ("place", ("3/0",))}]
    assert asked(scene, "dig") == [{"place": ("place", ("0/0",)), "stack": ("place", ("1/0", "4/0"))}]
    assert asked(scene, "rest") == [{"place": ("place", ("0/0", "2/0"))}]
    assert asked(scene, "buy") == [{"place": ("place", ("2/0",)), "goal": ("goal", ("RE", "RD"))}]
    assert asked(scene, "finish_turn") == [{}]


@gn("GN-17")
def test_at_the_hand_limit_as_many_cards_are_asked_for_as_are_too_many() -> None:
    scene = table("E0b", gems=("ruby topaz topaz",), ogres=("thief bouncer",)).when(0, c.Done())
    (question,) = [one for one in scene.table.questions().values() if one.awaited]
    discard, cheapest = GNOMES.core.choices(scene.table.table.state, question)
    (cards,) = discard.fields
    assert (cards.name, cards.of, cards.many, cards.least, cards.most) == ("cards", "card", True, 5, 5)
    assert sorted(map(str, cards.values)) == ["bouncer", "ruby", "thief", "topaz", "topaz"]
    assert cheapest.command == "discard_cheapest"


@gn("GN-30")
def test_a_whole_turn_is_asked_by_its_aim_and_its_steps() -> None:
    assert asked(table("T0b"), "take_turn")[0] == {
        "aim": ("aim", ("trade",)),
        "steps": ("steps", ("castle@1/0:0 +0/0 +0/0",)),
    }


ACTING: list[tuple[str, Any, Any]] = [
    ("C0a", c.PlayKingdom("castle", "0/1"), refused("not_in_hand", card="castle")),
    ("C0b", c.PlayKingdom("castle", "0/0"), refused("not_there", place="0/0")),
    ("C0b", c.PlayKingdom("castle", "5/0"), refused("not_there", place="5/0")),
    ("E0b+b", c.PlayKingdom("ruby_mine", "0/0"), refused("not_there", place="0/0")),
    ("E0b+bbb", c.PlaceDwarf("0/0"), refused("no_slot", place="0/0")),
    ("E0b", c.PlaceDwarf("5/0"), refused("no_slot", place="5/0")),
    ("R0b+aaaa T0b+aaa E0b", c.PlaceDwarf("2/0"), refused("no_dwarf", place="2/0")),
    ("T0b E0b", c.MoveDwarf("0/0>1/0"), refused("no_dwarf", place="0/0")),
    ("T1b+a E0b", c.MoveDwarf("0/0>1/0"), refused("no_way", place="1/0")),
    ("T0b+a E0b+bbb", c.MoveDwarf("0/0>1/0"), refused("no_slot", place="1/0")),
    ("T0b", c.TakeTurn("work", "+0/0"), refused("not_offered")),
    ("T0b", c.ShowGoal(), refused("not_met")),
    ("T0b", c.Rest("0/0"), refused("not_an_answer")),
]


@gn("GN-8", "GN-9", "GN-10")
@pytest.mark.parametrize(("drawn", "command", "why"), ACTING, ids=str)
def test_an_action_that_cannot_be_made_is_refused_and_says_where(drawn: str, command: Any, why: Any) -> None:
    table(drawn, secrets=("king",)).when(0, command).then(why)


OGRES: list[tuple[str, Any, Any]] = [
    ("bouncer", c.Bounce(0, "0/0", 1), refused("not_offered")),
    ("bouncer", c.Bounce(2, "0/0", 1), refused("not_offered")),
    ("bouncer", c.Bounce(1, "0/0", 2), refused("no_dwarf", place="0/0")),
    ("bouncer", c.Bounce(1, "5/0", 1), refused("no_dwarf", place="5/0")),
    ("thief", c.Bounce(1, "0/0", 1), refused("not_in_hand", card="bouncer")),
    ("shover", c.Shove(1, "0/0>0/1"), refused("no_way", place="0/1")),
    ("shover", c.Shove(1, "0/0>1/0"), refused("no_slot", place="1/0")),
    ("shover", c.Shove(0, "0/0>1/0"), refused("no_dwarf", place="0/0")),
    ("shover", c.Shove(2, "0/0>1/0"), refused("no_dwarf", place="0/0")),
    ("thief", c.Shove(1, "0/0>1/0"), refused("not_in_hand", card="shover")),
    ("thief", c.StealGem(0), refused("not_offered")),
    ("thief", c.StealGem(2), refused("not_offered")),
    ("thief", c.StealGem(1), refused("nothing_there")),
    ("sharp", c.StealGem(1), refused("not_in_hand", card="thief")),
    ("sharp", c.StealOgre(0), refused("not_offered")),
    ("sharp", c.StealOgre(2), refused("not_offered")),
    ("sharp", c.StealOgre(1), refused("nothing_there")),
    ("thief", c.StealOgre(1), refused("not_in_hand", card="sharp")),
    ("changer", c.Swap(1, 0, "0/0>1/0"), refused("not_offered")),
    ("changer", c.Swap(0, 0, "0/0>1/0"), refused("not_offered")),
    ("changer", c.Swap(0, 1, "1/0>1/0"), refused("not_offered")),
    ("changer", c.Swap(0, 1, "0/0>1/0"), refused("no_dwarf", place="0/0")),
    ("changer", c.Swap(0, 1, "1/0>5/0"), refused("no_dwarf", place="5/0")),
    ("changer", c.Swap(1, 2, "0/0>1/0"), refused("no_dwarf", place="1/0")),
    ("thief", c.Swap(0, 1, "1/0>0/0"), refused("not_in_hand", card="changer")),
]


@gn("GN-5")
@pytest.mark.parametrize(("ogre", "command", "why"), OGRES, ids=str)
def test_an_ogre_that_cannot_be_played_so_is_refused_and_says_why(ogre: str, command: Any, why: Any) -> None:
    table("E0b+b T0b+aab", ogres=(ogre,), gems=("ruby",)).when(0, command).then(why)


WORKING: list[tuple[Any, Any]] = [
    (c.Work("0/0"), refused("no_work", place="0/0")),  # what to dig is to be said
    (c.Work("5/0"), refused("no_work", place="5/0")),
    (c.Work("4/0"), refused("no_work", place="4/0")),
    (c.Dig("2/0", "1/0"), refused("no_work", place="2/0")),
    (c.Dig("3/0", "1/0"), refused("no_work", place="3/0")),
    (c.Dig("0/0", "3/0"), refused("not_there", place="3/0")),
    (c.Buy("0/0", "RE"), refused("no_work", place="0/0")),
    (c.Buy("3/0", "RE"), refused("no_work", place="3/0")),
    (c.Buy("2/0", "TTR"), refused("not_offered")),
    (c.Buy("2/0", "EED"), refused("cannot_pay")),
    (c.Rest("3/0"), refused("no_work", place="3/0")),
    (c.PlaceDwarf("4/0"), refused("not_an_answer")),
]


@gn("GN-11", "GN-12", "GN-13")
@pytest.mark.parametrize(("command", "why"), WORKING, ids=str)
def test_a_work_that_cannot_be_done_so_is_refused_and_says_where(command: Any, why: Any) -> None:
    drawn = "C2a+aa R0b/E0b S0b+aaa V0b+aa T0b"
    scene = table(drawn, gems=("ruby emerald",), row=("RE", "EED")).when(0, c.Done())
    scene.when(0, command).then(why)


@gn("GN-17")
@pytest.mark.parametrize(
    "cards",
    [["ruby"], ["ruby", "ruby"], ["ruby", "topaz", "thief"], ["emerald", "topaz"], ["castle", "ruby"]],
    ids=str,
)
def test_only_cards_in_hand_and_as_many_as_are_too_many_are_discarded(cards: list[str]) -> None:
    scene = table("E0b", gems=("ruby",), ogres=("thief",)).when(0, c.Done())
    scene.when(0, c.Discard(cards)).then(refused("not_offered"))
    scene.when(0, c.Discard(["thief", "ruby"]))
    assert scene.table.table.state.used == {"thief": 1}
