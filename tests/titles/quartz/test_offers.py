"""What a question offers: everything allowed, nothing else, and what kind of thing fills each blank."""

from __future__ import annotations

from games.titles.quartz.rules import commands as c
from tests.kit.given import Scene
from tests.kit.reading import offers
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import table

ALL_ACTIONS = "here_we_go eureka come_closer out_of_my_way what_crystal gimme_a_hand dont_belong not_mine"


def blanks(scene: Scene, seat: int) -> dict[str, dict[str, str]]:
    """Name, for each answer a seat is offered, its blanks and what fills them."""
    return {
        choice.command: {field.name: field.of for field in choice.fields}
        for asked in scene.view(seat).asked
        for choice in asked.choices
    }


@qz("QZ-9", "QZ-20", "QZ-21", "QZ-22", "QZ-23", "QZ-24", "QZ-25", "QZ-26", "QZ-27")
def test_every_card_whose_need_is_met_is_offered() -> None:
    scene = table("quartz obsidian", "ruby", "", hands=(ALL_ACTIONS,))
    assert blanks(scene, 0) == {
        "mine": {},
        "here_we_go": {},
        "eureka": {},
        "come_closer": {"target": "seat", "give": "gem", "take": "gem"},
        "out_of_my_way": {},
        "what_crystal": {"gem": "gem"},
        "gimme_a_hand": {"target": "seat"},
        "dont_belong": {"target": "seat", "gems": "gem"},
        "not_mine": {"target": "seat"},
        "leave": {},
    }


@qz("QZ-9")
def test_what_needs_something_that_is_not_there_is_not_offered() -> None:
    scene = table("", "", "", hands=(ALL_ACTIONS,))
    assert list(blanks(scene, 0)) == ["mine", "gimme_a_hand", "here_we_go", "leave"]


@qz("QZ-20", "QZ-21", "QZ-25", "QZ-41")
def test_the_other_questions_name_crystals() -> None:
    scene = table("", "", "", hands=("here_we_go",)).when(0, c.HereWeGo(), chance=["ruby", "ruby", "amber"])
    assert blanks(scene, 0) == {"keep": {"gems": "gem"}}
    assert len(offers(scene, 0, "keep")) == 6
    scene = table("quartz", "", "", hands=("eureka",)).when(
        0, c.Eureka(), chance=["ruby"] * 4 + ["amber"] * 2 + ["quartz"]
    )
    assert blanks(scene, 0) == {"replace": {"give": "gem", "take": "gem"}, "replace_nothing": {}}
    scene = table("", "", "", hands=("gimme_a_hand",)).when(0, c.GimmeAHand(1), chance=["ruby", "amber"])
    assert blanks(scene, 0) == {"share": {"take": "gem"}, "share_nothing": {}}
    scene = table("ruby quartz quartz", "", "", "").when(0, c.Leave())
    assert blanks(scene, 0) == {"store": {"gems": "gem"}}
    assert len(offers(scene, 0, "sell")) == 1 + 2 + 2


@qz("QZ-32", "QZ-33")
def test_a_reaction_names_a_dwarf_or_a_crystal() -> None:
    hands = ("not_mine dont_belong", "not_mine_either unacceptable")
    scene = table("quartz obsidian", "ruby", "", hands=hands).when(0, c.NotMine(1))
    passes = {"pass_to": "seat"}
    assert blanks(scene, 1) == {"react": passes, "react_if_held": passes, "let": {}}
    scene = table("quartz obsidian", "ruby", "", hands=hands).when(0, c.DontBelong(1, ["ruby"]))
    takes = {"take": "gem"}
    assert blanks(scene, 1) == {"react": takes, "react_if_held": takes, "let": {}}
