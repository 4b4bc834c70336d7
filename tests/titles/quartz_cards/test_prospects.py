"""What answers would come to: by the reader's own view, and as the rules then have it."""

from __future__ import annotations

from games.rules.wording import sentence
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.line import points
from tests.kit.given import Scene
from tests.titles.quartz_cards.furnished import furnished
from tests.titles.quartz_cards.scenes import table


def told(scene: Scene, seat: int) -> list[str]:
    """Say what the answers to a seat's question would come to."""
    view = scene.view(seat)
    (asked,) = view.asked
    return [
        sentence(QUARTZ_CARDS.core.words, one) for one in QUARTZ_CARDS.text.prospects(view, asked.question)
    ]


def test_each_column_says_what_protecting_it_saves() -> None:
    scene = table("ruby ruby ruby ruby quartz", "")
    assert told(scene, 0) == [
        "Protect quartz ×1: worth 1, and safe until the end.",
        "Protect ruby ×4: worth 25, and safe until the end.",
    ]


def test_stopping_says_what_one_would_have_then_chest_and_fours_included() -> None:
    scene = table("ruby ruby", "", chests={0: "ruby"}, line="ruby 0, amber 4")
    dig_on, stop = told(scene, 0)
    assert stop == ("Stop: unless the others attack, you collect the line, worth 11. Your score would be 31.")
    scene.when(0, c.Stop())
    assert points({"ruby": 4, "amber": 1}, scene.view(0).values) == 31
    assert dig_on.startswith("Keep digging: ") and "loses the line (worth 11)" in dig_on


def test_two_presents_that_wait_are_said_before_exploring() -> None:
    assert told(table("", "", waiting={0: 2}), 0) == [
        "Explore: two presents are waiting for you, so you have an accident at once."
    ]


def test_a_present_that_waits_is_said_with_the_chance_it_brings() -> None:
    scene = table("", "", waiting={0: 1}, left=["quartz 0", "amber 2", "ruby 1", "quartz"])
    assert told(scene, 0) == [
        (
            "Explore: the present waiting for you goes into your line. The first card has a "
            "75% chance of causing an accident."
        )
    ]
    assert told(table("", "", waiting={1: 1}), 0) == []


def test_digging_on_says_what_is_risked_and_what_is_promised() -> None:
    scene = table(
        "", "", line="ruby 0, amber 4", left=["quartz 0", "emerald", "emerald", "sapphire 2", "amethyst 4"]
    )
    assert told(scene, 0)[0] == (
        "Keep digging: 40% chance of an accident, which loses the line (worth 11). Any "
        "other card adds about 3."
    )
    scene = table("", "", line="ruby 0", left=["quartz 0"])
    assert told(scene, 0)[0].startswith("Keep digging: 100% chance of an accident")


def test_hiring_says_what_is_given_away() -> None:
    scene = table("", "", line="ruby 0, amethyst").when(0, c.DigOn(), chance=["quartz hire"])
    assert told(scene, 0) == [
        "Hire a helper: quartz [hire] leaves the game, and the line is then worth 7.",
        "Don't hire: the line is still worth 8.",
    ]


def test_a_single_card_says_what_one_would_have_with_it() -> None:
    scene = table("", "ruby", chests={1: "amber"}, hands=("", "may_i_help"), line="ruby 0", left=["amber 2"])
    scene.when(0, c.Stop()).when(1, c.Attack("may_i_help"), chance=["amber 2"])
    assert told(scene, 1) == ["You keep amber [unstable 2]. Your score would be 17."]


def test_a_helping_hand_says_which_card_brings_the_line_down() -> None:
    scene = furnished().when(1, c.Attack("may_i_help")).when(2, c.LetPass())
    scene.when(0, c.Let(), chance=["amber 5", "sapphire"])
    assert told(scene, 1) == [
        ("You keep amber [unstable 5]; sapphire goes in the line, which holds. Your score would be 19."),
        ("You keep sapphire; amber [unstable 5] brings the line down: an accident. Your score would be 17."),
    ]


def test_where_nothing_can_be_reckoned_nothing_is_said() -> None:
    assert told(furnished(), 1) == []
