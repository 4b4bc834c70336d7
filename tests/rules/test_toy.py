"""Magpies asks of the kernel what the real games will: one short test for each such thing."""

from __future__ import annotations

from games.rules.kernel.chance import add
from games.rules.kernel.contract import Place
from games.rules.kernel.events import TimeUp
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Seat
from tests.kit import Drawing, Scene, drawing, given, opened, refused
from tests.toy import MAGPIES
from tests.toy import table as t

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


def dealt(*hands: str) -> list[t.Seated | Drawing]:
    """Seat as many birds as there are hands, each written as its cards."""
    order = [Seat(seat) for seat in range(len(hands))]
    return [
        t.Seated(order),
        *(given_hand(seat, hand.split()) for seat, hand in zip(order, hands, strict=True)),
    ]


def given_hand(seat: Seat, cards: list[str]) -> Drawing:
    hand: dict[str, int] = {}
    for card in cards:
        add(hand, {card: 1})
    return drawing("deck", cards, t.Drew(seat, hand))


def hiding(*hands: str) -> Scene:
    return given(MAGPIES, len(hands), *dealt(*hands), t.RoundBegan(1))


def playing(*hands: str) -> Scene:
    """Let the first bird have the turn; each has hidden a bead beside this hand."""
    seats = [Seat(seat) for seat in range(len(hands))]
    hidden = [t.Hid(seat, "bead") for seat in seats]
    beaded = dealt(*(f"{hand} bead" for hand in hands))
    return given(MAGPIES, len(hands), *beaded, t.RoundBegan(1), *hidden, t.TurnBegan(ZERO))


def test_the_deck_is_hidden_and_a_draw_is_its_owners() -> None:
    scene = opened(MAGPIES, 2, "1", "0", "ring", "ring", "caw", "bead", "bead", "spoon")
    assert scene.view(ONE).hand == {"ring": 2, "caw": 1}
    assert scene.view(ZERO).hands == {0: 3, 1: 3}
    assert scene.view(PUBLIC).hand == {}
    assert scene.view(PUBLIC).deck == 22
    drew = [seen.fields for seen in scene.table.seen(ZERO) if seen.kind == "drew"]
    assert drew == [{"seat": 1, "count": 3}, {"seat": 0, "count": 3, "cards": {"bead": 2, "spoon": 1}}]


def test_a_drawn_card_is_the_drawers() -> None:
    scene = playing("bead", "ring")
    scene.when(0, t.Draw(), chance=["caw"]).then(t.Drew(ZERO, {"caw": 1}))
    assert scene.view(ZERO).hand == {"bead": 1, "caw": 1}


def test_all_are_asked_in_secret_at_once_and_decided_together() -> None:
    scene = hiding("bead", "ring caw")
    assert [scene.asked(seat) for seat in (0, 1)] == [["flash", "hide"]] * 2
    scene.when(1, t.Hide("ring")).then()
    scene.when(0, t.Hide("bead")).then(t.Hid(ZERO, "bead"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))


def test_a_secret_answer_may_be_changed_until_the_last_is_in() -> None:
    scene = hiding("bead spoon", "ring")
    scene.when(0, t.Hide("bead")).then()
    scene.when(0, t.Hide("spoon")).then()
    scene.when(1, t.Hide("ring")).then(t.Hid(ZERO, "spoon"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))
    scene.when(0, t.Hide("bead")).then(refused("not_an_answer"))


def test_a_card_nobody_holds_cannot_be_hidden() -> None:
    hiding("bead", "ring").when(0, t.Hide("ring")).then(refused("not_in_hand", card="ring"))


def test_silence_hides_a_card_too() -> None:
    scene = hiding("ring bead", "ring").when(1, t.Hide("ring")).then()
    opened_by = EventNumber(scene.table.table.number)
    scene.when_silent(0).then(
        TimeUp(EventNumber(0), opened_by, ZERO, "hide"),
        t.Hid(ZERO, "bead"),
        t.Hid(ONE, "ring"),
        t.TurnBegan(ZERO),
    )


def test_an_answer_may_be_answered() -> None:
    scene = playing("caw ring", "caw spoon")
    scene.when(0, t.Snatch(1, "spoon")).then(t.Snatched(ZERO, ONE, "spoon"))
    scene.when(1, t.Caw()).then(t.Cawed(ONE, ZERO))
    assert "caw_back" in scene.asked(0)
    scene.when(0, t.Caw()).then(t.Cawed(ZERO, None), t.TheftEnded(ZERO, ONE, "spoon", True))
    assert scene.view(ZERO).hand == {"ring": 1, "spoon": 1}


def test_a_caw_that_nobody_answers_shoos_the_thief() -> None:
    scene = playing("caw", "caw ring").when(0, t.Snatch(1, "ring"))
    scene.when(1, t.Caw()).then(t.Cawed(ONE, ZERO))
    scene.when(0, t.Let()).then(t.TheftEnded(ZERO, ONE, "ring", False))


def test_whoever_lets_it_happen_loses_the_card_only_if_it_is_there() -> None:
    robbed = playing("bead", "ring").when(0, t.Snatch(1, "ring"))
    robbed.when(1, t.Let()).then(t.TheftEnded(ZERO, ONE, "ring", True))
    spared = playing("bead", "ring").when(0, t.Snatch(1, "caw"))
    spared.when(1, t.Let()).then(t.TheftEnded(ZERO, ONE, "caw", False))


def test_a_spoon_may_be_flashed_unasked_in_anybodys_turn() -> None:
    scene = playing("bead", "ring", "spoon bead")
    scene.when(2, t.Flash()).then(t.Flashed(TWO))
    assert scene.view(PUBLIC).shown == {0: 0, 1: 0, 2: 3}
    scene.when(2, t.Flash()).then(refused("not_in_hand", card="spoon"))


def test_a_spoon_may_be_flashed_while_all_are_hiding() -> None:
    """A flash can take the card that was to be hidden: the question is asked anew, the old answer void."""
    scene = hiding("spoon bead", "ring").when(0, t.Hide("spoon")).then()
    scene.when(0, t.Flash()).then(t.Flashed(ZERO))
    scene.when(1, t.Hide("ring")).then()
    assert scene.offered(0, "hide") == [{"kind": "hide", "card": "bead"}]
    scene.when(0, t.Hide("bead")).then(t.Hid(ZERO, "bead"), t.Hid(ONE, "ring"), t.TurnBegan(ZERO))


def test_a_turn_has_two_actions() -> None:
    scene = playing("bead", "ring")
    scene.when(0, t.Draw(), chance=["bead"]).then(t.Drew(ZERO, {"bead": 1}))
    assert "turn" in scene.asked(0)
    scene.when(0, t.Draw(), chance=["caw"]).then(t.Drew(ZERO, {"caw": 1}), t.TurnBegan(ONE))
    scene.when(0, t.Draw()).then(refused("not_an_answer"))


def test_a_rest_ends_the_turn_at_once() -> None:
    playing("bead", "ring").when(0, t.Rest()).then(t.Rested(ZERO), t.TurnBegan(ONE))


def test_the_game_may_end_in_somebody_elses_turn() -> None:
    scene = playing("ring caw", "spoon spoon")
    scene.when(1, t.Flash()).then(t.Flashed(ONE))
    assert not scene.outcome
    scene.when(1, t.Flash()).then(t.Flashed(ONE), t.Ended())
    assert scene.outcome == (Place(ZERO, rank=2, points=4), Place(ONE, rank=1, points=8))
    assert scene.table.questions() == {}
    assert scene.view(AFTERWARDS).everything[0] == {"caw": 1, "ring": 1}


def test_nobody_is_heard_after_the_end() -> None:
    scene = playing("ring", "spoon spoon").when(1, t.Flash()).when(1, t.Flash())
    scene.when(0, t.Rest()).then(refused("stale"))
