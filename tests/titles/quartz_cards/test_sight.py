"""What each reader sees of the table, field by field."""

from __future__ import annotations

from games.rules.kernel.seats import AFTERWARDS, PUBLIC
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.state import Aim, Attack, Moment
from games.titles.quartz_cards.rules.view import Sight
from tests.titles.quartz_cards.furnished import furnished
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, TWO, ZERO


@qc("QC-5", "QC-16")
def test_what_lies_open_is_seen_by_everybody() -> None:
    scene = furnished()
    for reader in (0, 1, 2, PUBLIC, AFTERWARDS):
        sight: Sight = scene.view(reader)
        assert (sight.order, sight.active, sight.over, sight.windows) == (
            [ZERO, ONE, TWO],
            ZERO,
            False,
            "full",
        )
        assert [one.columns for one in sight.miners] == [{"ruby": 2}, {"quartz": 1}, {}]
        assert [one.chest_count for one in sight.miners] == [1, 2, 0]
        assert [one.hand_count for one in sight.miners] == [2, 2, 1]
        assert [one.presents for one in sight.miners] == [0, 0, 1]
        assert (sight.line, sight.line_worth) == (["ruby 0", "little_present", "sapphire"], 9)
        assert sight.moment == Moment("stopped", (ONE, TWO), (ONE, TWO))
        assert (sight.used["hand_it_over"], sight.out, sight.brief, sight.attack) == (1, {}, False, None)
        assert sight.mine == sum(sight.unseen.values()) and sight.unseen.get("sapphire") == 1
        assert sight.helpers == sum(scene.table.table.state.urns["helpers"].values())
        assert (sight.tray, sight.tray_count) == ([], 0)
        assert sight.values["amber"] == 6
        assert {one.seat for one in sight.questions} == {ONE, TWO}


@qc("QC-5", "QC-13", "QC-16")
def test_hands_chests_and_what_was_named_are_their_owners_until_the_end() -> None:
    scene = furnished()
    hands = [{"get_lost": 1, "what_a_beauty": 1}, {"may_i_help": 1, "no_chance": 1}, {"little_present": 1}]
    chests = [{"emerald": 1}, {"amber": 2}, {}]
    for reader in (0, 1, 2, PUBLIC):
        sight: Sight = scene.view(reader)
        mine = [seat == reader for seat in range(3)]
        assert [one.hand for one in sight.miners] == [
            hand if own else None for hand, own in zip(hands, mine, strict=True)
        ]
        assert [one.chest for one in sight.miners] == [
            chest if own else None for chest, own in zip(chests, mine, strict=True)
        ]
        named = (["ruby", "sapphire"], 1) if reader == 0 else (None, None)
        assert (sight.columns_named, sight.beauties) == named
        assert sight.reader == (reader if isinstance(reader, int) else -1)
    after: Sight = scene.view(AFTERWARDS)
    assert [one.hand for one in after.miners] == hands and [one.chest for one in after.miners] == chests
    assert (after.columns_named, after.beauties, after.reader) == (["ruby", "sapphire"], 1, -1)


@qc("QC-15")
def test_a_reader_gets_the_choices_of_own_questions_alone() -> None:
    scene = furnished()
    assert [one.question.seat for one in scene.view(1).asked] == [ONE]
    assert any(offer.command == "attack" for offer in scene.view(1).asked[0].choices)
    assert (scene.view(0).asked, scene.view(PUBLIC).asked) == ((), ())


@qc("QC-14", "QC-16")
def test_what_was_answered_before_is_seen_by_who_said_it() -> None:
    scene = furnished().when(1, c.Attack("may_i_help")).when(2, c.Attack("little_present"))
    assert scene.view(2).answers == {TWO: Aim("little_present")}
    assert (scene.view(0).answers, scene.view(PUBLIC).answers) == ({}, {})
    assert scene.view(1).attack == Attack(ONE, Aim("may_i_help"))


@qc("QC-11", "QC-16")
def test_two_cards_of_a_helping_hand_are_seen_by_who_drew_them_and_unseen_by_the_rest() -> None:
    scene = (
        furnished()
        .when(1, c.Attack("may_i_help"))
        .when(2, c.LetPass())
        .when(0, c.Let(), chance=["amber 5", "sapphire"])
    )
    own, other = scene.view(1), scene.view(2)
    assert (own.tray, own.tray_count) == (["amber 5", "sapphire"], 2)
    assert (other.tray, other.tray_count) == (None, 2)
    assert "sapphire" not in own.unseen and other.unseen["sapphire"] == 1
    assert sum(other.unseen.values()) == sum(own.unseen.values()) + 2 == own.mine + 2
    assert scene.view(AFTERWARDS).tray == ["amber 5", "sapphire"]
