"""Orders, ambushes and plans: what they answer, and when they leave it to their owner."""

from __future__ import annotations

import pytest

from games.rules.kernel.codec import codec
from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import orders as o
from tests.kit.given import Scene
from tests.kit.reading import awaited, state
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import table


def since(scene: Scene, seat: int, number: int) -> list[Seen]:
    later = [record for record in scene.table.records if record.number > number]
    told = (seen(QUARTZ_CARDS, record, Seat(seat), scene.table.table.options) for record in later)
    return [one for one in told if one is not None]


def answered(scene: Scene, seat: int, orders: o.Orders, *, laid: int | None = None) -> Command | None:
    """Say how orders answer a seat's only question; laid after event `laid`, or just now."""
    question = next(one for one in scene.table.questions().values() if one.seat == seat)
    told = since(scene, seat, scene.table.table.number if laid is None else laid)
    return QUARTZ_CARDS.automation.answer(scene.view(seat), question, orders, told, False)


def lurking(line: str, hand: str, columns: str = "", **more: object) -> Scene:
    """Set a table at which seat 1 lies in wait after a card was laid."""
    scene = table(columns, "", hands=("", hand), line=line, **more)  # type: ignore[arg-type]
    return scene.when(0, c.DigOn(), chance=["emerald"])


# --- ambushes

THREE_CARDS_WORTH_TEN = "ruby 0, amethyst, quartz"  # and the emerald: four cards worth eleven


@qc("QC-14")
@pytest.mark.parametrize(
    ("ambush", "strikes"),
    [
        (o.Ambush("hand_it_over"), True),
        (o.Ambush("hand_it_over", against=0), True),
        (o.Ambush("hand_it_over", against=2), False),
        (o.Ambush("hand_it_over", cards=4), True),
        (o.Ambush("hand_it_over", cards=3), False),
        (o.Ambush("hand_it_over", worth=11), True),
        (o.Ambush("hand_it_over", worth=12), False),
        (o.Ambush("hand_it_over", last=3), True),
        (o.Ambush("hand_it_over", last=4), False),
        (o.Ambush("may_i_help"), False),
        (o.Ambush("yours_no_more"), False),
    ],
)
def test_an_ambush_strikes_when_all_it_says_holds(ambush: o.Ambush, strikes: bool) -> None:
    scene = lurking(THREE_CARDS_WORTH_TEN, "hand_it_over yours_no_more")
    found = answered(scene, 1, o.Orders(ambushes=(ambush,)))
    assert found == (c.Attack("hand_it_over") if strikes else None)


@qc("QC-14")
def test_the_first_that_fits_strikes_and_what_it_takes_is_named() -> None:
    scene = lurking("ruby 0", "yours_no_more hand_it_over", "ruby amber amber quartz")
    dearest = o.Ambush("yours_no_more")
    column = o.Ambush("yours_no_more", take="ruby")
    gone = o.Ambush("yours_no_more", take="sapphire")
    assert answered(scene, 1, o.Orders(ambushes=(gone, column, dearest))) == c.Attack("yours_no_more", "ruby")
    assert answered(scene, 1, o.Orders(ambushes=(dearest,))) == c.Attack(
        "yours_no_more", gems=["amber", "amber"]
    )


@qc("QC-14")
def test_nought_cards_is_the_announcement() -> None:
    scene = table("", "", hands=("", "stop_stop_stop")).when(0, c.Explore())
    orders = o.Orders(ambushes=(o.Ambush("stop_stop_stop", cards=0),))
    assert answered(scene, 1, orders) == c.Attack("stop_stop_stop")
    assert answered(lurking("ruby 0", "stop_stop_stop"), 1, orders) is None


@qc("QC-14")
def test_nought_cards_is_no_line_that_hiring_or_a_theft_has_emptied() -> None:
    orders = o.Orders(ambushes=(o.Ambush("stop_stop_stop", cards=0), o.Ambush("may_i_help", cards=0)))
    scene = table("", "", hands=("", "stop_stop_stop may_i_help"))
    scene.when(0, c.Explore()).when(0, c.GoOn(), chance=["quartz hire"])
    scene.when(0, c.Hire(), chance=["get_lost"])
    assert (state(scene).line, awaited(scene)) == ([], [("dig", 0)])
    assert answered(scene, 1, orders) is None
    assert answered(scene.when(0, c.Stop()), 1, orders) is None


@qc("QC-14")
def test_nought_cards_is_the_announcement_even_if_a_helping_hand_has_laid_one() -> None:
    scene = table("", "", "", hands=("", "may_i_help", "stop_stop_stop")).when(0, c.Explore())
    scene.when(1, c.Attack("may_i_help"), asked="ambush", chance=["amber 2", "quartz"])
    scene.when(1, c.Keep("amber 2"))
    assert state(scene).line == ["quartz"]
    announced = o.Orders(ambushes=(o.Ambush("stop_stop_stop", cards=0),))
    assert answered(scene, 2, announced) == c.Attack("stop_stop_stop")
    one_card = o.Orders(ambushes=(o.Ambush("stop_stop_stop", cards=1),))
    assert answered(scene, 2, one_card) == c.Attack("stop_stop_stop")


@qc("QC-14")
def test_an_ambush_is_over_once_its_card_was_played() -> None:
    scene = table("", "", hands=("", "little_present little_present hand_it_over"), line="")
    laid = scene.table.table.number
    orders = o.Orders(ambushes=(o.Ambush("little_present"), o.Ambush("hand_it_over")))
    scene.when(0, c.DigOn(), chance=["emerald"]).when(1, c.Attack("little_present"), asked="ambush")
    scene.when(0, c.DigOn(), chance=["emerald"])
    assert answered(scene, 1, orders, laid=laid) == c.Attack("hand_it_over")
    assert answered(scene, 1, orders) == c.Attack("little_present")


@qc("QC-14")
def test_an_ambush_strikes_when_its_owner_is_asked_too_and_else_the_order_passes_or_asks() -> None:
    scene = table("", "", hands=("", "hand_it_over"), line="ruby 0").when(0, c.Stop())
    ambush = o.Ambush("hand_it_over", worth=5)
    assert answered(scene, 1, o.Orders(ambushes=(ambush,), attack="pass")) == c.Attack("hand_it_over")
    assert answered(scene, 1, o.Orders(attack="pass")) == c.LetPass()
    assert answered(scene, 1, o.Orders()) is None
    late = o.Orders(ambushes=(o.Ambush("stop_stop_stop"),))
    stopped = table("", "", hands=("", "stop_stop_stop"), line="ruby 0").when(0, c.Stop())
    assert answered(stopped, 1, late) is None


@qc("QC-14")
def test_other_cards_than_yours_no_more_name_nothing_whatever_lies_open() -> None:
    stopped = table("ruby amber", "", hands=("", "hand_it_over may_i_help"), line="ruby 0").when(0, c.Stop())
    for card in ("hand_it_over", "may_i_help"):
        orders = o.Orders(ambushes=(o.Ambush(card),))
        assert answered(stopped, 1, orders) == c.Attack(card)


def asked_again(line: str, columns: str = "", **more: str) -> Scene:
    """Let seat 2 name an attack by hand, and seat 1 take the last card of the line before its turn comes."""
    strike = c.Attack(**more or {"card": "hand_it_over"})  # type: ignore[arg-type]  # fields by name
    hands = ("", "hand_it_over", "hand_it_over yours_no_more")
    scene = table(columns, "", "", hands=hands, line=line).when(0, c.Stop())
    return scene.when(2, strike).when(1, c.Attack("hand_it_over"))


@qc("QC-14")
@pytest.mark.parametrize(
    ("scene", "answer"),
    [
        (asked_again("ruby 0, emerald"), c.Attack("hand_it_over")),
        (asked_again("ruby 0"), c.LetPass()),
        (
            asked_again("ruby 0", "amber quartz", card="yours_no_more", column="quartz"),
            c.Attack("yours_no_more", "quartz"),
        ),
    ],
)
def test_who_attacks_by_hand_against_the_own_order_is_held_to_it_when_asked_again(
    scene: Scene, answer: Command
) -> None:
    assert answered(scene, 2, o.Orders(attack="pass")) == answer
    assert answered(scene, 2, o.Orders()) is None


@qc("QC-14")
def test_what_an_ambush_has_said_is_looked_at_anew() -> None:
    scene = asked_again("quartz, ruby 0")
    ambush = o.Ambush("hand_it_over", last=5)
    assert answered(scene, 2, o.Orders(attack="pass", ambushes=(ambush,))) == c.LetPass()


def test_no_more_than_eight_ambushes_can_be_laid() -> None:
    with pytest.raises(Refused, match="malformed"):
        codec(QUARTZ_CARDS).orders('{"ambushes":[' + ",".join(['{"card":"may_i_help"}'] * 9) + "]}")


# --- defences


def attacked(card: str, hand: str) -> Scene:
    scene = table("ruby", "quartz amber", hands=(hand, card), line="ruby 0").when(0, c.Stop())
    return scene.when(1, c.Attack(card, "ruby" if card == "yours_no_more" else None))  # type: ignore[arg-type]


@qc("QC-12", "QC-15")
def test_orders_for_defences_answer_at_once_held_or_not() -> None:
    always = o.Orders(no_chance="always", over_my_dead_body="always", get_lost="always")
    assert answered(attacked("yours_no_more", "no_chance"), 0, always) == c.Defend("no_chance")
    both = attacked("yours_no_more", "no_chance over_my_dead_body")
    assert answered(both, 0, always) == c.Defend("over_my_dead_body", "amber")
    assert answered(attacked("little_present", "what_a_beauty"), 0, always) == c.Let()
    never = o.Orders(no_chance="never", over_my_dead_body="never", get_lost="never")
    assert answered(both, 0, never) == c.Let()


@qc("QC-15")
@pytest.mark.parametrize("hand", ["no_chance", "over_my_dead_body", "what_a_beauty"])
def test_whether_an_order_asks_does_not_depend_on_the_hand(hand: str) -> None:
    half = o.Orders(no_chance="ask", over_my_dead_body="always")
    assert answered(attacked("yours_no_more", hand), 0, half) is None


@qc("QC-12")
def test_the_order_for_get_lost_answers_in_the_quarrel_too() -> None:
    scene = table("", "", hands=("get_lost", "little_present get_lost"), line="ruby 0").when(0, c.Stop())
    scene.when(1, c.Attack("little_present")).when(0, c.Defend("get_lost"))
    assert answered(scene, 1, o.Orders(get_lost="always")) == c.Defend("get_lost")
    assert answered(scene, 1, o.Orders()) is None


# --- own turns


def plan(**more: object) -> o.Orders:
    return o.Orders(plan=o.Plan(**more))  # type: ignore[arg-type]  # fields by name


@qc("QC-6")
@pytest.mark.parametrize(
    ("orders", "command"),
    [
        (plan(cards=2), c.Stop()),
        (plan(cards=3), c.DigOn()),
        (plan(worth=8), c.Stop()),
        (plan(worth=9), c.DigOn()),
        (plan(risk=0), c.Stop()),
        (plan(risk=90), c.DigOn()),
        (plan(), None),
        (o.Orders(), None),
    ],
)
def test_a_plan_digs_until_something_it_says_is_reached(orders: o.Orders, command: Command | None) -> None:
    assert answered(table("", "", line="ruby 0, emerald 2"), 0, orders) == command


@qc("QC-4", "QC-12")
def test_a_plan_explores_or_protects_and_asks_where_exploring_is_doomed() -> None:
    scene = table("ruby ruby", "")
    assert answered(scene, 0, plan(cards=2)) == c.Explore()
    assert answered(scene, 0, plan(protect=10)) == c.Protect("ruby")
    assert answered(scene, 0, plan(protect=11)) == c.Explore()
    assert answered(table("ruby", "", waiting={0: 2}), 0, plan(cards=2)) is None


@qc("QC-13")
def test_a_plan_may_lay_a_beauty_down() -> None:
    scene = table("quartz", "", hands=("what_a_beauty",), line="ruby 0")
    assert answered(scene, 0, plan(cards=1, beauty=True)) == c.StopAndProtect(["ruby", "quartz"])
    assert answered(table("", "", line="ruby 0"), 0, plan(cards=1, beauty=True)) == c.Stop()


def test_a_plan_for_the_next_turn_serves_one_turn() -> None:
    scene = table("", "", hands=("", ""))
    laid = scene.table.table.number
    scene.when(0, c.Explore(), chance=["ruby 0"])
    assert answered(scene, 0, plan(cards=1), laid=laid) == c.Stop()
    scene.when(0, c.Stop()).when(1, c.Explore(), chance=["ruby 0"]).when(1, c.Stop())
    assert answered(scene, 0, plan(cards=1), laid=laid) is None
    every = o.Orders(plan=o.Plan(cards=1, for_="every_turn"))
    assert answered(scene, 0, every, laid=laid) == c.Explore()


def test_whoever_is_sure_to_be_asked_is_told_ahead() -> None:
    scene = table("", "", waiting={1: 2})
    assert QUARTZ_CARDS.automation.ahead(scene.view(1), plan(cards=2), []) == "presents"
    assert QUARTZ_CARDS.automation.ahead(scene.view(0), plan(cards=2), []) is None
    assert QUARTZ_CARDS.automation.ahead(scene.view(1), o.Orders(), []) is None


@qc("QC-8")
def test_orders_for_hiring_and_helping() -> None:
    scene = table("", "").when(0, c.Explore(), chance=["quartz hire"])
    assert answered(scene, 0, o.Orders(hire="always")) == c.Hire()
    assert answered(scene, 0, o.Orders(hire="never")) == c.DeclineHire()
    assert answered(scene, 0, o.Orders()) is None
    helping = table("", "", hands=("", "may_i_help"), line="ruby 0").when(0, c.Stop())
    helping.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz"])
    assert answered(helping, 1, o.Orders(helping="dearest")) == c.Keep("amber 2")
    assert answered(helping, 1, o.Orders()) is None


@pytest.mark.parametrize("name", o.READY_MADE)
def test_ready_made_plans_are_plans_with_words_of_their_own(name: str) -> None:
    orders, scene = o.Orders(plan=o.READY_MADE[name]), table("", "", line="ruby 0")
    assert isinstance(answered(scene, 0, orders), c.Stop | c.DigOn)
    assert f"plan.{name}" in QUARTZ_CARDS.core.words
    assert QUARTZ_CARDS.automation.unplanned(orders) == o.Orders()
    assert {QUARTZ_CARDS.automation.patience(orders, one) for one in scene.table.questions().values()} == {
        None
    }


def settled(scene: Scene) -> list[dict[str, str]]:
    """List the orders that would answer the only question there is from now on."""
    ((name, question),) = scene.table.questions().items()
    return [dict(change) for change in QUARTZ_CARDS.automation.settling(scene.view(name.seat), question)]


def test_each_reaction_can_be_settled_for_good_by_orders_for_all_cards_that_fit() -> None:
    both = [{"over_my_dead_body": use, "no_chance": use} for use in ("always", "never")]
    assert settled(attacked("yours_no_more", "what_a_beauty")) == both
    duel = table("", "", hands=("get_lost", "little_present get_lost"), line="ruby 0").when(0, c.Stop())
    duel.when(1, c.Attack("little_present")).when(0, c.Defend("get_lost"))
    assert settled(duel) == [{"get_lost": "always"}, {"get_lost": "never"}]
    asked = table("", "", hands=("", "may_i_help"), line="ruby 0").when(0, c.Stop())
    assert settled(asked) == [{"attack": "pass"}]
    asked.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz"])
    assert settled(asked) == [{"helping": "dearest"}]
    hiring = table("", "").when(0, c.Explore(), chance=["quartz hire"])
    assert settled(hiring) == [{"hire": "always"}, {"hire": "never"}]
    assert settled(table("", "")) == []
