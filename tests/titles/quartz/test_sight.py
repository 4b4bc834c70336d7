"""What is open to whom (QZ-46): each reader's view, field by field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules.kernel.codec import written_out
from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.messages import Seen, Things, Who
from games.rules.kernel.seats import AFTERWARDS, PUBLIC
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.options import Options
from games.titles.quartz.rules.state import Space
from games.titles.quartz.rules.view import Dwarf, Sight
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, sat_down, table


def busy(**more: Any) -> Scene:
    """Set a table where everybody has something of everything."""
    return table(
        "ruby obsidian",
        "quartz quartz",
        "",
        parked={1: "amber"},
        chests={0: "emerald emerald", 2: "sapphire"},
        hands=("not_mine eureka", "unacceptable", "here_we_go here_we_go"),
        tokens=[1],
        coins={0: 12},
        board=["come_closer", None],
        discard=["eureka"],
        **more,
    )


@qz("QZ-46")
def test_of_another_seat_everything_is_open_but_chest_and_hand() -> None:
    assert busy().view(ONE).dwarves[0] == Dwarf(
        seat=ZERO,
        inside=True,
        cart={"ruby": 1, "obsidian": 1},
        crystals=2,
        obsidian=1,
        parked={},
        parked_count=0,
        chest=None,
        chest_count=2,
        hand=None,
        hand_count=2,
        token=False,
        coins=12,
        ledger=None,
    )


@qz("QZ-46")
def test_of_the_own_seat_chest_and_hand_are_known_as_well() -> None:
    mine = busy().view(ZERO).dwarves[0]
    assert (mine.chest, mine.hand) == ({"emerald": 2}, {"not_mine": 1, "eureka": 1})
    theirs = busy().view(PUBLIC).dwarves[0]
    assert msgspec.structs.replace(mine, chest=None, hand=None) == theirs


@qz("QZ-46")
def test_what_lies_on_the_table_is_open_to_all() -> None:
    scene = busy()
    for reader in (PUBLIC, ZERO, ONE, TWO, AFTERWARDS):
        view = scene.view(reader)
        assert view.board == [Space("come_closer", 0), Space(None, 1)]
        assert view.discard == {"eureka": 1}
        assert view.deck == 55 - 1 - 1 - 1 - 5
        assert (view.bag, view.bag_obsidian) == (68 - 8, 17)
        assert [dwarf.token for dwarf in view.dwarves] == [False, True, False]
        assert view.dwarves[1].parked == {"amber": 1}


@qz("QZ-46")
def test_the_bag_is_never_shown_by_colour_nor_the_deck_by_card() -> None:
    shown = set(Sight.__struct_fields__)
    assert not shown & {"urns", "hands", "chests", "seats"}
    view = busy().view(ONE)
    assert isinstance(view.bag, int)
    assert isinstance(view.deck, int)


@qz("QZ-46")
def test_readers_differ_in_their_own_chest_hand_and_questions_and_in_nothing_else() -> None:
    scene = busy()
    public = scene.view(PUBLIC)
    for reader in (ZERO, ONE, TWO):
        own = scene.view(reader)
        dwarves = tuple(
            msgspec.structs.replace(dwarf, chest=None, hand=None) if dwarf.seat == reader else dwarf
            for dwarf in own.dwarves
        )
        same = msgspec.structs.replace(own, reader=-1, dwarves=dwarves, asked=())
        assert same == public


@qz("QZ-46")
def test_who_has_an_answer_to_give_is_open_and_what_may_be_answered_is_not() -> None:
    scene = busy()
    questions = [(question.seat, question.kind) for question in scene.view(TWO).questions]
    assert questions == [(ZERO, "turn")]
    assert scene.view(TWO).asked == ()
    assert [asked.question.kind for asked in scene.view(ZERO).asked] == ["turn"]


@qz("QZ-46")
def test_the_tray_of_an_open_question_lies_open() -> None:
    scene = table("", "", "", hands=("here_we_go",)).when(0, c.HereWeGo(), chance=["ruby"] * 3)
    for reader in (PUBLIC, ONE):
        assert (scene.view(reader).tray, scene.view(reader).tray_count) == ({"ruby": 3}, 3)
        assert scene.view(reader).bag == 65


@qz("QZ-46")
def test_what_a_thief_names_lies_open() -> None:
    scene = table("", "ruby quartz", "", hands=("dont_belong", "eureka"))
    scene.when(0, c.DontBelong(1, ["ruby", "quartz"]))
    attack = scene.view(TWO).attack
    assert (attack.player, attack.target, attack.crystals) == (ZERO, ONE, {"ruby": 1, "quartz": 1})


@qz("QZ-46")
def test_hands_of_the_same_size_look_the_same_to_others() -> None:
    one = table("ruby", "", "", hands=("not_mine eureka",), chests={0: "amber"})
    other = table("ruby", "", "", hands=("on_my_break here_we_go",), chests={0: "quartz"})
    for reader in (PUBLIC, ONE, TWO):
        assert written_out(one.view(reader)) == written_out(other.view(reader))
    assert one.view(ZERO) != other.view(ZERO)


@qz("QZ-46")
def test_a_card_dealt_is_its_owners_and_a_card_off_the_board_everybodys() -> None:
    scene = table("", "", "", board=["eureka", None], hands=("not_mine",))
    dealt = [seen.fields for seen in scene.table.seen(ONE) if seen.kind == "cards_dealt"]
    assert dealt == [{"seat": ZERO, "count": 1}]
    scene.when(0, c.Leave())
    left = [seen.fields for seen in scene.table.seen(ONE) if seen.kind == "left_mine"]
    assert left == [{"seat": ZERO, "bonus": True, "card": "eureka", "coins": 0}]


@qz("QZ-46")
def test_afterwards_all_hands_and_chests_are_open() -> None:
    view = busy().view(AFTERWARDS)
    assert [dwarf.hand for dwarf in view.dwarves] == [
        {"not_mine": 1, "eureka": 1},
        {"unacceptable": 1},
        {"here_we_go": 2},
    ]
    assert [dwarf.chest for dwarf in view.dwarves] == [{"emerald": 2}, {}, {"sapphire": 1}]


OPEN_TO_ALL = [
    sat_down(3, {"thrill": True}),
    e.DayBegan(2, ONE),
    e.DeckShuffled(7),
    e.SpaceFilled("eureka", 1),
    e.TurnBegan(ONE),
    e.WindowOpened(ONE, "not_mine"),
    e.LetHappen(ONE),
    e.Reacted(ONE, "not_mine_either", TWO),
    e.ObsidianLanded(ONE),
    e.ObsidianLost(),
    e.TokenSpent(ONE),
    e.AccidentTaken(ONE),
    e.SpaceEmptied("eureka", 1),
    e.LeftMine(ONE, True, "eureka", 1),
    e.StayedLast(ONE, "eureka", 1),
    e.AloneInside(ONE),
    e.BonusGivenUp(ONE, "eureka", 1),
    e.ThrillEnded(ONE),
    e.EveningFell(2),
    e.HandSold(ONE, {"eureka": 1}, 2, 3),
    e.MatchEnded(),
]
SAID_BESIDE = {"hand_sold": {"reconstructed": True}}  # what follows from an event and the options


@qz("QZ-46")
@pytest.mark.parametrize("event", OPEN_TO_ALL, ids=kind_of)
@pytest.mark.parametrize("covered", [False, True])
def test_what_happens_in_the_open_is_told_whole_to_everybody(event: Event, covered: bool) -> None:
    for reader in (PUBLIC, ZERO, ONE, AFTERWARDS):
        told = QUARTZ.core.redact(event, reader, Options(covered_carts=covered))
        assert told == Seen(
            kind_of(event), msgspec.structs.asdict(event) | SAID_BESIDE.get(kind_of(event), {})
        )


@qz("QZ-46")
@pytest.mark.parametrize(
    "event",
    [
        e.Mined(ONE, "ruby"),
        e.CardPlayed(ONE, "dont_belong", TWO, None, {"ruby": 2}),
        e.Traded(ONE, TWO, "quartz", "ruby"),
        e.Parked(ONE, "ruby"),
        e.Replaced(ONE, "quartz", "ruby", {"amber": 1}),
    ],
    ids=kind_of,
)
def test_with_open_carts_crystals_are_told_to_everybody_too(event: Event) -> None:
    for reader in (PUBLIC, ZERO, ONE, AFTERWARDS):
        assert QUARTZ.core.redact(event, reader, Options()) == Seen(
            kind_of(event), msgspec.structs.asdict(event)
        )


def test_an_attack_names_the_card_that_answers_it_while_it_may_be_answered() -> None:
    def answers(scene: Scene) -> set[tuple[str, ...]]:
        ranks = [one for reader in (ZERO, ONE, PUBLIC) for one in QUARTZ.mail.board(scene.view(reader))]
        return {
            (one.label.key, str(note.params)) for one in ranks for note in one.notes if "answered" in note.key
        }

    attacked = busy().when(ZERO, c.NotMine(target=ONE))
    assert answers(attacked) == {("card.not_mine", "{'card': Thing(of='card', key='not_mine_either')}")}
    assert answers(busy()) == answers(attacked.when(ONE, c.Let())) == set()


@qz("QZ-46", "QZ-62", "QZ-24")
@pytest.mark.parametrize(
    ("parked", "covers", "told"),
    [
        ("obsidian ruby", False, [("board.parked", {"obsidian": 1, "ruby": 1})]),
        ("obsidian ruby", True, [("board.parked", {"obsidian": 1}), ("board.parked.unseen", 1)]),
        ("obsidian", True, [("board.parked", {"obsidian": 1})]),
        ("ruby", True, [("board.parked.unseen", 1)]),
        ("", True, []),
    ],
)
def test_a_mail_says_what_lies_on_what_crystal_cards(parked: str, covers: bool, told: list[Any]) -> None:
    scene = table("", "", "", parked={0: parked}, covered_carts=covers)
    rank = next(
        one for one in QUARTZ.mail.board(scene.view(ONE)) if one.label.params.get("seat") == Who(ZERO)
    )
    hidden = [note for note in rank.notes if note.key.startswith("board.parked")]
    gems = [note.params.get("gems", note.params.get("count")) for note in hidden]
    counts = [one.counts if isinstance(one, Things) else one for one in gems]
    assert [*zip([note.key for note in hidden], counts, strict=True)] == told
