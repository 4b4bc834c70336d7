"""What is on offer, blank by blank: pages and emails are drawn from it."""

from __future__ import annotations

from games.rules.kernel.questions import Choice, Field
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from tests.kit.given import Scene
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import table


def offered(scene: Scene, seat: int) -> tuple[Choice, ...]:
    (asked,) = scene.view(seat).asked
    found: tuple[Choice, ...] = asked.choices
    return found


@qc("QC-13")
def test_every_copy_of_what_a_beauty_may_be_laid_for_any_crystal() -> None:
    hand = "what_a_beauty what_a_beauty what_a_beauty"
    scene = table("quartz quartz quartz quartz quartz quartz", "", hands=(hand,), line="ruby 0")
    columns = ("quartz", "ruby", "amber", "sapphire", "emerald", "amethyst")
    assert offered(scene, 0) == (
        Choice("dig_on"),
        Choice("stop"),
        *(
            Choice(
                "stop_and_protect",
                (
                    Field("columns", "gem", columns, copies, 6, many=True, ordered=True),
                    Field("copies", "number", (copies,)),
                ),
            )
            for copies in (1, 2, 3)
        ),
    )


@qc("QC-13")
def test_columns_are_as_dear_as_the_line_will_make_them_and_those_still_to_come_stand_behind() -> None:
    scene = table("quartz quartz quartz amethyst", "", hands=("what_a_beauty",), line="ruby 0, quartz")
    (_, _, laid) = offered(scene, 0)
    assert laid.fields[0].values == ("quartz", "ruby", "amethyst", "amber", "sapphire", "emerald")


@qc("QC-13")
def test_nothing_need_lie_there_to_lay_what_a_beauty_down() -> None:
    (_, _, laid) = offered(table("", "", hands=("what_a_beauty",), line=""), 0)
    assert laid.fields[0].values == ("amber", "ruby", "sapphire", "emerald", "amethyst", "quartz")


@qc("QC-10", "QC-11", "QC-15")
def test_attacks_are_offered_with_what_each_may_name_held_or_not() -> None:
    scene = table("ruby ruby amber", "", hands=("", "yours_no_more"), line="ruby 0").when(0, c.Stop())

    def ways(command: str) -> list[Choice]:
        theft = Field("card", "card", ("yours_no_more",))
        return [
            Choice(command, (theft, Field("column", "gem", ("amber", "ruby")))),
            Choice(command, (theft, Field("gems", "gem", ("amber", "ruby", "ruby"), 2, 2, many=True))),
        ]

    bare = [
        Choice("attack_if_held", (Field("card", "card", (card,)),))
        for card in ("hand_it_over", "may_i_help", "little_present")
    ]
    expected = (*ways("attack"), *bare, *ways("attack_if_held"), Choice("let_pass"))
    assert offered(scene, 1) == expected
    (asked,) = scene.view(1).asked
    known = QUARTZ_CARDS.secrecy.public_choices(scene.view(PUBLIC), asked.question)
    assert known == tuple(choice for choice in expected if choice.command != "attack")


@qc("QC-11")
def test_a_helping_hand_chooses_among_the_cards_drawn() -> None:
    scene = table("", "", hands=("", "may_i_help"), line="ruby 0").when(0, c.Stop())
    scene.when(1, c.Attack("may_i_help"), chance=["quartz", "amber 2"])
    assert offered(scene, 1) == (Choice("keep", (Field("card", "mine", ("amber 2", "quartz")),)),)
    (asked,) = scene.view(1).asked
    assert QUARTZ_CARDS.secrecy.public_choices(scene.view(PUBLIC), asked.question) == ()
    assert QUARTZ_CARDS.secrecy.public_silence(scene.view(PUBLIC), asked.question) is None


@qc("QC-12", "QC-15")
def test_each_defence_is_offered_held_or_not_with_what_it_may_take() -> None:
    scene = table("ruby", "amber", hands=("no_chance", "yours_no_more"), line="ruby 0").when(0, c.Stop())
    scene.when(1, c.Attack("yours_no_more", column="ruby"))
    made_for = (Field("card", "card", ("over_my_dead_body",)), Field("take", "gem", ("amber",)))
    for_all = (Field("card", "card", ("no_chance",)),)
    assert offered(scene, 0) == (
        Choice("defend", for_all),
        Choice("defend_if_held", made_for),
        Choice("defend_if_held", for_all),
        Choice("let"),
    )
