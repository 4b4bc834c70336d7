"""What silence means: the move made when a question's time is up and no order covers it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.kernel.chance import multiset
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.choices import BY_KIND
from games.titles.quartz.rules.gems import VALUES, joined, price, without
from games.titles.quartz.rules.silence import best_swap, sale_rule
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import asked, came, play, position


def silence(scene: Scene, seat: int, kind: str) -> object:
    return QUARTZ.core.silence(scene.table.table.state, asked(scene, seat, kind))


def test_every_kind_of_question_has_a_silence_move() -> None:
    scene = position(carts={0: "ruby"})
    for kind in BY_KIND.keys() - {"replace"}:
        assert QUARTZ.core.silence(scene.table.table.state, Question(scene.table.table.number, Seat(0), kind))


def test_a_silent_turn_leaves_the_mine() -> None:
    scene = position().when_silent(0)
    assert came(scene)[1] == e.LeftMine(Seat(0), True, "here_we_go", 0)


def test_time_up_is_written_before_the_silence_move() -> None:
    scene = position().when_silent(0)
    assert [type(event) for event in came(scene)] == [type(came(scene)[0]), e.LeftMine, e.TurnBegan]
    assert (came(scene)[0].seat, came(scene)[0].asked) == (0, "turn")


def test_mine_once_mines_while_the_cart_is_safe() -> None:
    scene = position(carts={0: "ruby"}, silence="mine_once").when_silent(0, chance=["quartz"])
    assert came(scene)[1] == e.Mined(Seat(0), "quartz")


def test_mine_once_leaves_with_obsidian_in_the_cart() -> None:
    scene = position(carts={0: "ruby obsidian"}, silence="mine_once").when_silent(0)
    assert isinstance(came(scene)[1], e.LeftMine)


def test_mine_once_asks_again_on_the_next_turn() -> None:
    scene = position(silence="mine_once")
    for seat, gem in ((0, "quartz"), (1, "quartz"), (2, "obsidian"), (0, "quartz"), (1, "ruby")):
        scene.when_silent(seat, chance=[gem])
    assert silence(scene, 2, "turn") == c.Leave()


@pytest.mark.parametrize(
    "row", ["option.silence", "option.silence.mine_once", "view.sight.silence.mine_once"]
)
def test_its_words_say_that_it_mines_at_every_such_turn_while_there_is_no_obsidian(row: str) -> None:
    assert "while there is no obsidian" in QUARTZ.core.words[row].text
    assert "once" not in QUARTZ.core.words[row].text


@pytest.mark.parametrize("card", ["gimme_a_hand", "not_mine", "dont_belong"])
def test_a_silent_window_lets_it_happen_even_with_the_answer_in_hand(card: str) -> None:
    plays = {
        "gimme_a_hand": c.GimmeAHand(1),
        "not_mine": c.NotMine(1),
        "dont_belong": c.DontBelong(1, ["ruby"]),
    }
    hands = {0: card, 1: "on_my_break not_mine_either unacceptable"}
    scene = position(hands=hands, carts={0: "obsidian", 1: "ruby"}).when(0, plays[card])
    assert silence(scene, 1, "window") == c.Let()
    chance = ["ruby", "quartz"] if card == "gimme_a_hand" else []
    assert e.LetHappen(Seat(1)) in came(scene.when_silent(1, chance=chance))


def test_a_silent_token_interrupt_spends_the_token() -> None:
    scene = position(carts={0: "obsidian"}, tokens=(0,)).when(0, c.Mine(), chance=["obsidian"])
    scene.when_silent(0)
    assert e.TokenSpent(Seat(0)) in came(scene)
    assert not any(isinstance(event, e.AccidentHappened) for event in came(scene))


def test_silence_keeps_all_that_was_drawn() -> None:
    scene = position(hands={0: "here_we_go"})
    scene.when(0, c.HereWeGo(), chance=["quartz", "obsidian", "quartz"]).when_silent(0)
    assert came(scene)[1] == e.Kept(Seat(0), {"quartz": 2}, {})


def test_silence_takes_the_dearest_valuable_crystal_of_two() -> None:
    scene = position(hands={0: "gimme_a_hand", 1: "eureka"}).when(0, c.GimmeAHand(1))
    scene.when(1, c.Let(), chance=["obsidian", "ruby"])
    scene.when_silent(0)
    assert came(scene)[1] == e.Shared(Seat(0), Seat(1), "ruby", {"obsidian": 1}, {})


def test_a_share_without_anything_valuable_is_never_asked() -> None:
    scene = position(hands={0: "gimme_a_hand", 1: "eureka"}).when(0, c.GimmeAHand(1))
    scene.when(1, c.Let(), chance=["obsidian", "obsidian"])
    assert scene.asked(0) == []


# --- replace


def swap(cart: str, tray: str) -> object:
    return best_swap(multiset(cart.split()), multiset(tray.split()), VALUES)


def test_the_swap_raises_the_price_most_not_the_face_value() -> None:
    # QQ ruby: 8. Face value most: ruby for a quartz = 1+12 = 13. A third quartz for nothing raises less.
    assert swap("quartz quartz ruby", "ruby quartz") == c.Replace("quartz", "ruby")
    # QQQ S: 3 + 4 + 4 = 11. Amber for the sapphire: 3 + 8 + 8 = 19, for a quartz: 2 + 4 + 8 = 14.
    assert swap("quartz quartz quartz sapphire", "amber emerald") == c.Replace("sapphire", "amber")


def test_the_swap_sees_colours() -> None:
    # five colours without amber: 1+2+3+4+4 = 14 now; a ruby for one sapphire makes 1+2+3+4+6 + 8 = 24.
    assert swap("quartz amethyst emerald sapphire sapphire", "ruby amethyst") == c.Replace("sapphire", "ruby")


def test_the_dearest_drawn_crystal_goes_in_for_the_cheapest_own_one() -> None:
    # E S: emerald for ruby gives 4 + 6, sapphire for ruby 3 + 6.
    assert swap("emerald sapphire", "ruby quartz") == c.Replace("emerald", "ruby")


def test_where_several_swaps_raise_the_price_alike_the_dearest_is_taken_for_the_cheapest() -> None:
    dice, ties = random.Random(1), 0
    for _ in range(400):
        values = {gem: dice.randrange(4) for gem in VALUES}
        cart, tray = (multiset(dice.choices(sorted(VALUES), k=size)) for size in (5, 6))
        raised = {
            (give, take): price(joined(without(cart, {give: 1}), {take: 1}), values)
            for give in cart
            for take in tray
        }
        best = [lot for lot, after in raised.items() if after == max(raised.values())]
        ties += len({(values[give], values[take]) for give, take in best}) > 1
        found = best_swap(cart, tray, values)
        if max(raised.values()) <= price(cart, values):
            assert found == c.ReplaceNothing()
        else:
            assert isinstance(found, c.Replace)
            assert (found.give, found.take) in best
            dearest = max(values[take] for _, take in best)
            assert values[found.take] == dearest
            assert values[found.give] == min(values[g] for g, take in best if values[take] == dearest)
    assert ties > 20


def test_nothing_is_swapped_where_nothing_raises_the_price() -> None:
    assert swap("ruby amber", "ruby quartz") == c.ReplaceNothing()
    assert swap("ruby", "ruby") == c.ReplaceNothing()


def test_a_silent_eureka_swaps_by_the_rule() -> None:
    scene = position(hands={0: "eureka"}, carts={0: "quartz sapphire"})
    scene.when(0, c.Eureka(), chance=["ruby", "obsidian", "quartz", "quartz", "quartz", "quartz", "quartz"])
    scene.when_silent(0)
    assert came(scene)[1] == e.Replaced(Seat(0), "quartz", "ruby", {"quartz": 5})


# --- sell


SALES = [
    # (what there is, what is stored, why)
    ("ruby", "ruby", "nothing is lost by keeping it: 6 today or 6 stored"),
    ("ruby sapphire quartz", "ruby sapphire", "the two dearest; 6 + 4 + 1 either way"),
    ("quartz quartz quartz sapphire sapphire", "", "19 today; a sapphire or quartz less breaks more"),
    (
        "quartz quartz quartz quartz emerald",
        "quartz",
        "10; emerald: 4+3, no; a quartz: 9 + 1; two: 5 + 2, no",
    ),
    (
        "emerald emerald emerald emerald sapphire sapphire quartz",
        "",
        "30; an emerald leaves three: 29 with it",
    ),
    ("quartz amethyst emerald sapphire ruby", "", "24 with all five colours, 16 without"),
    ("quartz amethyst emerald sapphire ruby amber", "", "36; five colours without one bring 4 less"),
    (
        "quartz amethyst emerald sapphire ruby ruby ruby",
        "ruby ruby",
        "36; one ruby is enough for five colours",
    ),
    ("ruby ruby amber amber", "amber amber", "nothing pairs: the dearest two"),
]


@qz("QZ-73")
@pytest.mark.parametrize(("lot", "stored", "why"), SALES, ids=[sale[0] for sale in SALES])
def test_the_sale_rule_by_hand(lot: str, stored: str, why: str) -> None:
    found = multiset(sale_rule(multiset(lot.split()), VALUES).gems)
    assert found == multiset(stored.split()), why


@qz("QZ-73")
def test_the_sale_rule_never_costs_anything_today() -> None:
    lot = multiset(["quartz", "quartz", "quartz", "ruby", "ruby", "amber", "emerald"])
    stored = multiset(sale_rule(lot, VALUES).gems)
    left = {gem: lot[gem] - stored.get(gem, 0) for gem in lot}
    kept = sum(VALUES[gem] * count for gem, count in stored.items())
    assert price({gem: n for gem, n in left.items() if n}, VALUES) + kept >= price(lot, VALUES)


@qz("QZ-73")
def test_a_silent_evening_stores_by_the_sale_rule_out_of_cart_card_and_chest() -> None:
    scene = position(carts={0: "quartz"}, parked={0: "ruby"}, chests={0: "sapphire"})
    scene = play(scene, (0, c.Leave()), (1, c.Leave()))
    assert asked(scene, 0, "sell").awaited
    scene.when_silent(0, asked="sell", chance=["here_we_go"] * 5)
    assert e.CrystalsSold(Seat(0), {"ruby": 1, "sapphire": 1}, {"quartz": 1}, 1) in came(scene)


# --- thrill


def alone(**more: Any) -> Scene:
    return play(position(thrill=True, **more), (0, c.Leave()), (1, c.Leave()))


@qz("QZ-60")
def test_silence_alone_inside_takes_the_bravery_space() -> None:
    scene = alone(carts={2: "ruby"})
    assert silence(scene, 2, "thrill") == c.TakeBonus()
    assert e.StayedLast(Seat(2), "here_we_go", 1) in came(scene.when_silent(2))


@qz("QZ-60")
def test_silence_after_the_bonus_was_given_up_stops() -> None:
    scene = alone().when(2, c.GiveUpBonus(), chance=["ruby"])
    assert silence(scene, 2, "thrill_more") == c.Stop()
    assert e.ThrillEnded(Seat(2)) in came(scene.when_silent(2))
