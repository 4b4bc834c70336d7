"""Magpies asks of the kernel what the real games will: one short test for each such thing."""

from __future__ import annotations

import pytest

from games.rules.kernel.contract import Place
from games.rules.kernel.events import TimeUp
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Seat
from tests.kit import Drawing, Scene, drawing, given, opened, refused
from tests.toy import rules as t
from tests.toy.rules import MAGPIES

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


def dealt(*hands: str) -> list[t.Seated | Drawing]:
    """Seat as many birds as there are hands, each written as its cards."""
    order = [Seat(seat) for seat in range(len(hands))]
    cards = [(seat, card) for seat, hand in zip(order, hands, strict=True) for card in hand.split()]
    return [t.Seated(order), *(drawing("deck", [card], t.Drew(seat, card)) for seat, card in cards)]


def hiding(*hands: str, turns: tuple[Seat, ...] = (ZERO,)) -> Scene:
    return given(MAGPIES, len(hands), *dealt(*hands), t.RoundBegan(1, list(turns)))


def playing(*hands: str) -> Scene:
    """Let the first bird have two actions, then the second one; each has hidden a bead beside this hand."""
    seats = [Seat(seat) for seat in range(len(hands))]
    hidden = [t.Hid(seat, "bead") for seat in seats]
    beaded = dealt(*(f"{hand} bead" for hand in hands))
    began = t.RoundBegan(1, [ZERO, ZERO, ONE])
    return given(MAGPIES, len(hands), *beaded, began, *hidden, t.TurnBegan(ZERO))


def test_the_deck_is_hidden_and_a_draw_is_its_owners() -> None:
    scene = opened(MAGPIES, 2, "1", "0", "ring", "bead", "ring", "bead", "caw", "spoon")
    assert scene.view(ONE).hands == {0: 3, 1: {"caw": 1, "ring": 2}}
    assert scene.view(ZERO).hands == {0: {"bead": 2, "spoon": 1}, 1: 3}
    assert scene.view(PUBLIC).hands == {0: 3, 1: 3}
    drew = [seen.fields for seen in scene.table.seen(ZERO) if seen.kind == "drew"]
    assert drew[:2] == [{"seat": 1}, {"seat": 0, "card": "bead"}]


def test_a_drawn_card_is_the_drawers() -> None:
    scene = playing("bead", "ring")
    scene.when(0, t.Draw(), chance=["caw"]).then(t.Drew(ZERO, "caw"), t.TurnBegan(ZERO))
    assert scene.view(ZERO).hands[ZERO] == {"bead": 1, "caw": 1}


def test_all_are_asked_in_secret_at_once_and_decided_together() -> None:
    scene = hiding("bead", "ring caw")
    assert [scene.asked(seat) for seat in (0, 1)] == [["flash", "hide"]] * 2
    scene.when(1, t.Play("ring")).then()
    scene.when(0, t.Play("bead")).then(t.Hid(ZERO, "bead"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))
    assert scene.view(ONE).nests == {0: 1, 1: {"ring": 1}}


def test_a_secret_answer_may_be_changed_until_the_last_is_in() -> None:
    scene = hiding("bead spoon", "ring")
    scene.when(0, t.Play("bead"), asked="hide").then()
    scene.when(0, t.Play("spoon"), asked="hide").then()
    scene.when(1, t.Play("ring")).then(t.Hid(ZERO, "spoon"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))
    scene.when(0, t.Play("bead"), asked="turn").then(refused("not_offered", asked="turn"))


def test_a_card_nobody_holds_cannot_be_hidden() -> None:
    hiding("bead", "ring").when(0, t.Play("ring"), asked="hide").then(refused("not_offered", asked="hide"))


def test_who_holds_nothing_hides_nothing() -> None:
    scene = hiding("bead", "")
    assert scene.asked(1) == ["flash"]
    scene.when(0, t.Play("bead")).then(t.Hid(ZERO, "bead"), t.TurnBegan(ZERO))


def test_silence_hides_a_card_too() -> None:
    scene = hiding("ring bead", "ring").when(1, t.Play("ring")).then()
    opened_by = EventNumber(scene.table.table.number)
    scene.when_silent(0).then(
        TimeUp(EventNumber(0), opened_by, ZERO, "hide"),
        t.Hid(ZERO, "bead"),
        t.Hid(ONE, "ring"),
        t.TurnBegan(ZERO),
    )


def test_an_answer_may_be_answered() -> None:
    scene = playing("caw ring", "caw caw spoon")
    scene.when(0, t.Snatch(1, "spoon")).then(t.Snatched(ZERO, ONE, "spoon"))
    scene.when(1, t.Play("caw"), asked="caw").then(t.Played(ONE, "caw", ZERO))
    scene.when(0, t.Play("caw"), asked="caw").then(t.Played(ZERO, "caw", ONE))
    scene.when(1, t.Pass()).then(t.TheftEnded(ZERO, ONE, "spoon", True), t.TurnBegan(ZERO))
    assert scene.view(ZERO).hands == {0: {"ring": 1, "spoon": 1}, 1: 1}


def test_a_caw_that_nobody_answers_shoos_the_thief() -> None:
    scene = playing("caw", "caw ring").when(0, t.Snatch(1, "ring"))
    scene.when(1, t.Play("caw"), asked="caw").then(t.Played(ONE, "caw", ZERO))
    scene.when(0, t.Pass()).then(t.TheftEnded(ZERO, ONE, "ring", False), t.TurnBegan(ZERO))


def test_whoever_lets_it_happen_loses_the_card_only_if_it_is_there() -> None:
    robbed = playing("bead", "ring").when(0, t.Snatch(1, "ring"))
    robbed.when(1, t.Pass()).then(t.TheftEnded(ZERO, ONE, "ring", True), t.TurnBegan(ZERO))
    spared = playing("bead", "ring").when(0, t.Snatch(1, "caw"))
    spared.when(1, t.Pass()).then(t.TheftEnded(ZERO, ONE, "caw", False), t.TurnBegan(ZERO))


def test_a_spoon_may_be_flashed_unasked_in_anybodys_turn() -> None:
    scene = playing("bead", "ring", "spoon bead")
    scene.when(2, t.Play("spoon")).then(t.Played(TWO, "spoon", None))
    assert scene.view(PUBLIC).shown == {0: {}, 1: {}, 2: {"spoon": 1}}
    scene.when(2, t.Play("spoon")).then(refused("not_offered", asked="flash"))


def test_a_spoon_may_be_flashed_while_all_are_hiding() -> None:
    """A flash can take the card that was to be hidden: the question is asked anew, the old answer void."""
    scene = hiding("spoon bead", "ring").when(0, t.Play("spoon"), asked="hide").then()
    scene.when(0, t.Play("spoon"), asked="flash").then(t.Played(ZERO, "spoon", None))
    scene.when(1, t.Play("ring")).then()
    assert scene.offered(0, "hide") == [{"kind": "play", "card": "bead"}]
    scene.when(0, t.Play("bead")).then(t.Hid(ZERO, "bead"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))


def test_a_turn_has_two_actions() -> None:
    scene = playing("bead", "ring")
    scene.when(0, t.Draw(), chance=["bead"]).then(t.Drew(ZERO, "bead"), t.TurnBegan(ZERO))
    scene.when(0, t.Draw(), chance=["caw"]).then(t.Drew(ZERO, "caw"), t.TurnBegan(ONE))
    assert scene.asked(0) == ["flash"]


def test_the_game_may_end_in_somebody_elses_turn() -> None:
    scene = playing("ring caw", "spoon spoon")
    scene.when(1, t.Play("spoon")).then(t.Played(ONE, "spoon", None))
    assert not scene.outcome
    scene.when(1, t.Play("spoon")).then(t.Played(ONE, "spoon", None), t.Ended())
    assert scene.outcome == (Place(ZERO, rank=2, points=4), Place(ONE, rank=1, points=8))
    assert scene.table.questions() == {}
    assert scene.view(AFTERWARDS).hands[ZERO] == {"caw": 1, "ring": 1}


def test_nobody_is_heard_after_the_end() -> None:
    scene = playing("ring", "spoon spoon").when(1, t.Play("spoon"))
    name = next(name for name in scene.table.questions() if name.seat == ZERO)
    scene.when(1, t.Play("spoon"))
    with pytest.raises(Refused, match="stale"):
        scene.table.give(name, ZERO, t.Draw())
