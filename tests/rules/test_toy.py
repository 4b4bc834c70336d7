"""Magpies asks of the kernel what the real games will: one short test for each such thing."""

from __future__ import annotations

import pytest

from games.rules.kernel.contract import SeatResult
from games.rules.kernel.events import TimeUp
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from tests.kit.given import Drawing, Scene, drawing, given, opened, refused
from tests.toy import rules as t
from tests.toy.rules import MAGPIES

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
FULL = " ".join(t.DECK)


def landed(*hands: str) -> list[t.MagpieEvent | Drawing]:
    """Let birds land and draw these hands, each written as its cards: then all are to hide one."""
    cards = [(Seat(seat), card) for seat, hand in enumerate(hands) for card in hand.split()]
    drew = [drawing("deck", [card], t.Drew(seat, card)) for seat, card in cards]
    return [*(t.Landed(Seat(seat)) for seat in range(len(hands))), *drew]


def hiding(*hands: str) -> Scene:
    return given(MAGPIES, len(hands), *landed(*hands))


def acting(*hands: str, nests: tuple[str, ...] = ("bead", "bead", "bead")) -> Scene:
    """Let the first bird act, with these hands left and these nests; each card drawn was worth one action."""
    piles = list(zip(hands, nests, strict=False))
    hid = [t.Hid(Seat(seat), card) for seat, (_, nest) in enumerate(piles) for card in nest.split()]
    drew = landed(*(f"{hand} {nest}" for hand, nest in piles))
    return given(MAGPIES, len(hands), *drew, *hid, t.TurnBegan(ZERO))


def test_the_deck_is_hidden_and_a_draw_is_its_owners() -> None:
    scene = opened(MAGPIES, 2, "1", "0", "ring", "caw", "bead", "bead")
    assert scene.view(ONE).hands == {1: {"caw": 1, "ring": 1}, 0: 2}
    assert scene.view(ZERO).hands == {1: 2, 0: {"bead": 2}}
    assert scene.view(PUBLIC).hands == {1: 2, 0: 2}
    drew = [seen.fields for seen in scene.table.seen(ONE) if seen.kind == "drew"]
    assert drew == [{"seat": 1, "card": "ring"}, {"seat": 1, "card": "caw"}, {"seat": 0}, {"seat": 0}]


def test_all_are_asked_in_secret_at_once_and_decided_together() -> None:
    scene = hiding("bead", "ring caw")
    assert [scene.asked(seat) for seat in (0, 1)] == [["crow", "hide"]] * 2
    scene.when(1, t.Hide("ring")).then()
    scene.when(0, t.Hide("bead")).then(t.Hid(ZERO, "bead"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))
    assert scene.view(ONE).nests == {0: 1, 1: {"ring": 1}}


def test_a_secret_answer_may_be_changed_until_the_last_is_in() -> None:
    scene = hiding("bead spoon", "ring")
    scene.when(0, t.Hide("bead")).then()
    scene.when(0, t.Hide("spoon")).then()
    scene.when(1, t.Hide("ring")).then(t.Hid(ZERO, "spoon"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))
    scene.when(0, t.Hide("bead"), asked="turn").then(refused("not_offered", asked="turn"))


def test_a_card_that_is_not_in_the_hand_cannot_be_hidden() -> None:
    hiding("bead", "ring").when(0, t.Hide("ring"), asked="hide").then(refused("not_offered", asked="hide"))


def test_silence_hides_a_card_too() -> None:
    scene = hiding("ring bead", "ring").when(1, t.Hide("ring")).then()
    opened_by = next(name.opened for name in scene.table.awaited() if name.seat == ZERO)
    scene.when_silent(0, asked="hide").then(
        TimeUp(EventNumber(0), opened_by, ZERO, "hide"),
        t.Hid(ZERO, "bead"),
        t.Hid(ONE, "ring"),
        t.TurnBegan(ZERO),
    )


def test_an_answer_may_be_answered() -> None:
    scene = acting("caw ring", "caw caw spoon")
    scene.when(0, t.Snatch(1, "spoon")).then(t.Snatched(ZERO, ONE, "spoon"))
    scene.when(1, t.Caw()).then(t.Cawed(ONE, ZERO, "spoon"))
    scene.when(0, t.Caw()).then(t.Cawed(ZERO, ONE, "spoon"))
    scene.when(1, t.Pass()).then(t.TheftEnded(ONE, ZERO, "spoon", True), t.TurnBegan(ZERO))
    assert scene.view(ZERO).hands == {0: {"ring": 1, "spoon": 1}, 1: 1}


def test_a_caw_that_nobody_answers_robs_the_thief() -> None:
    scene = acting("ring", "caw ring").when(0, t.Snatch(1, "ring"))
    scene.when(1, t.Caw()).then(t.Cawed(ONE, ZERO, "ring"))
    scene.when(0, t.Caw(), asked="caw").then(refused("not_offered", asked="caw"))
    scene.when(0, t.Pass()).then(t.TheftEnded(ZERO, ONE, "ring", True), t.TurnBegan(ZERO))
    assert scene.view(ONE).hands == {0: 0, 1: {"ring": 2}}


def test_whoever_lets_it_happen_loses_the_card_only_if_it_is_there() -> None:
    robbed = acting("bead", "ring").when(0, t.Snatch(1, "ring"))
    robbed.when(1, t.Pass()).then(t.TheftEnded(ONE, ZERO, "ring", True), t.TurnBegan(ZERO))
    spared = acting("bead", "ring").when(0, t.Snatch(1, "caw"))
    spared.when(1, t.Pass()).then(t.TheftEnded(ONE, ZERO, "caw", False), t.TurnBegan(ZERO))


def test_a_turn_has_two_actions() -> None:
    scene = acting("bead", "ring")
    scene.when(0, t.Snatch(1, "caw")).when(1, t.Pass())
    assert scene.asked(0) == ["crow", "turn"]
    scene.when(0, t.Snatch(1, "caw")).when(1, t.Pass())
    scene.then(t.TheftEnded(ONE, ZERO, "caw", False), t.TurnBegan(ONE))
    assert scene.asked(0) == ["crow"]


def test_a_new_day_begins_with_two_cards_for_each() -> None:
    scene = acting("", "", nests=("ring", "bead")).when(0, t.Snatch(1, "caw")).when(1, t.Pass())
    scene.when(1, t.Snatch(0, "caw")).when(0, t.Pass(), chance=["bead", "caw", "ring", "spoon"])
    drew = [t.Drew(ZERO, "bead"), t.Drew(ZERO, "caw"), t.Drew(ONE, "ring"), t.Drew(ONE, "spoon")]
    scene.then(t.TheftEnded(ZERO, ONE, "caw", False), *drew)
    assert scene.view(PUBLIC).to_act == [0, 0, 1, 1]


def test_only_a_nest_with_one_thing_of_each_kind_is_crowed_about() -> None:
    scene = acting("ring", "bead", nests=("bead", "bead caw ring"))
    scene.when(1, t.Crow()).then(refused("not_offered", asked="crow"))


def test_crowing_is_done_unasked_and_ends_the_game_in_somebody_elses_turn() -> None:
    scene = acting("ring", "bead", "caw", nests=("bead", FULL, "ring ring"))
    scene.when(1, t.Crow()).then(t.Crowed(ONE))
    assert scene.outcome == (SeatResult(ZERO, 2, 1), SeatResult(ONE, 1, 4), SeatResult(TWO, 2, 1))
    assert scene.table.questions() == {}
    assert scene.view(AFTERWARDS).hands[ZERO] == {"ring": 1}


def test_crowing_is_done_while_all_are_hiding_too() -> None:
    """What lies sealed then never happens."""
    hid = [t.Hid(ZERO, card) for card in t.DECK]
    scene = given(MAGPIES, 3, *landed(FULL, "ring", "bead"), *hid).when(1, t.Hide("ring")).then()
    scene.when(0, t.Crow()).then(t.Crowed(ZERO))
    assert scene.outcome == (SeatResult(ZERO, 1, 4), SeatResult(ONE, 2, 0), SeatResult(TWO, 2, 0))


def test_without_cards_for_another_day_the_first_seat_crows() -> None:
    table = MatchInMemory.begin(MAGPIES, 3, bytes(32))
    while table.awaited():
        table.time_up(table.awaited()[0])
    assert table.records[-1].event == t.Crowed(ZERO)
    assert sum(table.table.state.urns["deck"].values()) == 40 % 6


def test_nobody_is_heard_after_the_end() -> None:
    scene = acting("ring", "bead", nests=("bead", FULL))
    (name,) = scene.table.awaited()
    scene.when(1, t.Crow())
    with pytest.raises(Refused, match="stale"):
        scene.table.give(name, ZERO, t.Snatch(1, "bead"))
