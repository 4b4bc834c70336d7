"""Attacks and defences: one test for each helper card, and how several are worked off."""

from __future__ import annotations

import pytest

from games.rules.kernel.seats import PUBLIC
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.state import Aim
from tests.kit.given import Scene, refused
from tests.kit.reading import awaited, came, happened, offers, state
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, TWO, ZERO, table

EVERY_ATTACK = "hand_it_over stop_stop_stop may_i_help little_present yours_no_more"


def asked(*columns: str, line: str = "ruby 0", **more: object) -> Scene:
    """Set a table at which rivals have just been asked, after a card was laid."""
    return table(*columns, line=line, windows="full", **more).when(0, c.DigOn(), chance=["emerald"])  # type: ignore[arg-type]


def stopped(*columns: str, line: str = "ruby 0, emerald", **more: object) -> Scene:
    return table(*columns, line=line, **more).when(0, c.Stop())  # type: ignore[arg-type]


# --- what attacks do


@qc("QC-11")
def test_hand_it_over_takes_the_last_mine_card_of_the_line() -> None:
    scene = stopped("", "", hands=("", "hand_it_over"), line="ruby 0, emerald, little_present")
    scene.when(1, c.Attack("hand_it_over"))
    assert came(scene) == [
        e.Answered(ONE, Aim("hand_it_over")),
        e.AttackPlayed(ONE, ZERO, "hand_it_over", None, {}),
        e.CardHandedOver(ZERO, ONE, "emerald"),
        e.LineCollected(ZERO, {"ruby 0": 1}, 1),
        e.TurnBegan(ONE),
    ]
    assert state(scene).columns == [{"ruby": 1}, {"emerald": 1}]


@qc("QC-11", "QC-13")
def test_stop_stop_stop_ends_the_turn_and_the_line_is_collected() -> None:
    scene = asked("", "", hands=("what_a_beauty", "stop_stop_stop"))
    scene.when(1, c.Attack("stop_stop_stop")).when(0, c.Let())
    assert came(scene) == [
        e.LetHappen(ZERO),
        e.DiggingStopped(ZERO),
        e.LineCollected(ZERO, {"emerald": 1, "ruby 0": 1}, 0),
        e.TurnBegan(ONE),
    ]


@qc("QC-10", "QC-11")
def test_stop_stop_stop_at_the_announcement_leaves_nothing_to_collect_and_none_after_stop() -> None:
    scene = table("", "", hands=("", "stop_stop_stop"), windows="full").when(0, c.Explore())
    assert awaited(scene) == [("attack", 1)]
    scene.when(1, c.Attack("stop_stop_stop"))
    assert happened(scene, e.LineCollected) == [e.LineCollected(ZERO, {}, 0)]
    late = stopped("", "", hands=("", "stop_stop_stop no_chance"))
    assert "stop_stop_stop" not in {offer.get("card") for offer in offers(late, 1, "attack")}
    late.when(1, c.Attack("stop_stop_stop")).then(refused("no_need", card="stop_stop_stop"))


@qc("QC-11", "QC-10")
def test_may_i_help_draws_two_unseen_keeps_one_and_lays_the_other() -> None:
    scene = stopped("", "", "", hands=("", "may_i_help"))
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz 3"])
    assert awaited(scene) == [("help", 1)]
    assert scene.view(1).tray == ["amber 2", "quartz 3"]
    for reader in (0, 2, PUBLIC):
        assert scene.view(reader).tray is None
        assert scene.view(reader).unseen["amber 2"] == 1
    scene.when(1, c.Keep("amber 2"))
    assert came(scene)[0] == e.Helped(ONE, "amber 2", "quartz 3")
    assert state(scene).columns[1] == {"amber": 1}
    assert state(scene).columns[0] == {"emerald": 1, "quartz": 1, "ruby": 1}


@qc("QC-11", "QC-7")
def test_the_card_laid_by_a_helping_hand_may_bring_the_line_down() -> None:
    scene = stopped("", "", hands=("", "may_i_help"))
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz 0"]).when(1, c.Keep("amber 2"))
    assert [type(event) for event in came(scene)] == [e.Helped, e.AccidentHappened, e.TurnBegan]


@qc("QC-8", "QC-11")
def test_a_card_for_hire_laid_by_a_helping_hand_is_the_active_players_to_use() -> None:
    scene = stopped("", "", hands=("", "may_i_help"))
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz hire"]).when(1, c.Keep("amber 2"))
    assert awaited(scene) == [("hire", 0)]


@qc("QC-9", "QC-11")
@pytest.mark.parametrize(("kept", "cards"), [("amber 2", 1), (c.NOTHING, 2)])
def test_of_a_single_card_left_the_attacker_chooses_and_the_game_is_over(kept: str, cards: int) -> None:
    scene = stopped("", "", hands=("", "may_i_help"), line="ruby 0", left=["amber 2"])
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2"])
    assert {offer["card"] for offer in offers(scene, 1, "help")} == {"amber 2", c.NOTHING}
    scene.when(1, c.Keep(kept))
    assert sum(happened(scene, e.LineCollected)[0].cards.values()) == cards
    assert came(scene)[-1] == e.MatchEnded()


@qc("QC-9")
def test_the_last_card_kept_resolves_nothing() -> None:
    scene = stopped("", "", hands=("", "may_i_help"), line="ruby 2", left=["amber 2"])
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2"]).when(1, c.Keep("amber 2"))
    assert not happened(scene, e.AccidentHappened)


@qc("QC-11")
def test_after_a_present_any_unstable_crystal_is_an_accident() -> None:
    scene = asked("", "", hands=("", "little_present")).when(1, c.Attack("little_present"))
    assert state(scene).line == ["ruby 0", "emerald", "little_present"]
    scene.when(0, c.DigOn(), chance=["quartz 5"])
    lost = {"emerald": 1, "quartz 5": 1, "ruby 0": 1}
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ZERO, lost, 1)]
    assert state(scene).used == {"little_present": 1}


@qc("QC-11")
def test_a_second_present_is_an_accident_at_once() -> None:
    scene = stopped("", "", hands=("", "little_present"), line="ruby 0, little_present")
    scene.when(1, c.Attack("little_present"))
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ZERO, {"ruby 0": 1}, 2)]


@qc("QC-11")
def test_yours_no_more_takes_a_whole_column_or_any_two_open_cards() -> None:
    columns = ("ruby ruby ruby quartz amber", "")
    scene = stopped(*columns, hands=("", "yours_no_more")).when(1, c.Attack("yours_no_more", "ruby"))
    assert happened(scene, e.ColumnStolen) == [e.ColumnStolen(ONE, ZERO, {"ruby": 3})]
    scene = stopped(*columns, hands=("", "yours_no_more"))
    scene.when(1, c.Attack("yours_no_more", gems=["ruby", "amber"]))
    assert happened(scene, e.ColumnStolen) == [e.ColumnStolen(ONE, ZERO, {"amber": 1, "ruby": 1})]


@qc("QC-11", "QC-5")
def test_a_theft_takes_the_only_open_card_and_neither_line_nor_chest() -> None:
    scene = stopped("quartz", "", chests={0: "ruby"}, hands=("", "yours_no_more"))
    thefts = offers(scene, 1, "attack", "attack")
    assert [(one.get("column"), one.get("gems")) for one in thefts] == [("quartz", None), (None, ["quartz"])]
    scene.when(1, c.Attack("yours_no_more", gems=["ruby"])).then(refused("not_offered"))
    bare = stopped("", "", hands=("", "yours_no_more"))
    bare.when(1, c.Attack("yours_no_more", "ruby")).then(refused("no_need", card="yours_no_more"))


@qc("QC-10", "QC-11")
def test_what_finds_nothing_to_take_is_not_offered() -> None:
    scene = table("", "", hands=("", EVERY_ATTACK), windows="full").when(0, c.Explore())
    held = {offer["card"] for offer in offers(scene, 1, "attack", "attack")}
    assert held == {"stop_stop_stop", "may_i_help", "little_present"}


@qc("QC-5")
def test_nobody_attacks_a_turn_of_protecting() -> None:
    scene = table("ruby", "", hands=("", EVERY_ATTACK), windows="full").when(0, c.Protect("ruby"))
    assert awaited(scene) == [("turn", 1)]


@qc("QC-11")
def test_an_attack_names_what_its_card_takes_and_no_more() -> None:
    scene = stopped("ruby ruby amber", "", hands=("", "hand_it_over yours_no_more"))
    for strike in (
        c.Attack("hand_it_over", "ruby"),
        c.Attack("hand_it_over", gems=["ruby", "amber"]),
        c.Attack("yours_no_more", "ruby", ["ruby", "amber"]),
        c.Attack("yours_no_more", "quartz"),
    ):
        scene.when(1, strike).then(refused("not_offered"))


# --- defences


@qc("QC-12")
@pytest.mark.parametrize("card", ["hand_it_over", "may_i_help", "little_present", "yours_no_more"])
def test_no_chance_cancels_any_attack(card: str) -> None:
    scene = stopped("quartz", "", hands=("no_chance", card))
    column = "quartz" if card == "yours_no_more" else None
    scene.when(1, c.Attack(card, column))  # type: ignore[arg-type]
    assert awaited(scene) == [("defend", 0)]
    scene.when(0, c.Defend("no_chance"))
    assert [type(event) for event in came(scene)] == [e.Defended, e.LineCollected, e.TurnBegan]
    assert state(scene).used == {card: 1, "no_chance": 1}
    assert state(scene).columns[0] == {"emerald": 1, "quartz": 1, "ruby": 1}


@qc("QC-12")
def test_over_my_dead_body_undoes_a_theft_and_takes_a_card_from_the_thief() -> None:
    scene = stopped("ruby", "amber quartz", hands=("over_my_dead_body", "yours_no_more"))
    scene.when(1, c.Attack("yours_no_more", "ruby")).when(0, c.Defend("over_my_dead_body", "amber"))
    assert came(scene)[:2] == [e.Defended(ZERO, "over_my_dead_body"), e.TakenBack(ZERO, ONE, "amber")]
    assert state(scene).columns == [{"amber": 1, "ruby": 2, "emerald": 1}, {"quartz": 1}]


@qc("QC-12", "QC-15")
def test_over_my_dead_body_takes_what_is_named_if_it_is_held() -> None:
    scene = stopped("ruby", "amber quartz", hands=("over_my_dead_body", "yours_no_more"))
    scene.when(1, c.Attack("yours_no_more", "ruby")).when(0, c.DefendIfHeld("over_my_dead_body", "amber"))
    assert happened(scene, e.TakenBack) == [e.TakenBack(ZERO, ONE, "amber")]


@qc("QC-12")
def test_over_my_dead_body_takes_nothing_from_a_thief_who_has_nothing() -> None:
    scene = stopped("ruby", "", hands=("over_my_dead_body", "yours_no_more"))
    scene.when(1, c.Attack("yours_no_more", "ruby")).when(0, c.Defend("over_my_dead_body", "ruby"))
    scene.then(refused("not_offered"))
    scene.when(0, c.Defend("over_my_dead_body"))
    assert happened(scene, e.TakenBack) == [e.TakenBack(ZERO, ONE, None)]


@qc("QC-12")
def test_get_lost_sends_a_present_back_into_the_attackers_next_line() -> None:
    scene = stopped("", "", hands=("get_lost", "little_present"))
    scene.when(1, c.Attack("little_present")).when(0, c.Defend("get_lost"))
    assert came(scene)[:2] == [e.Defended(ZERO, "get_lost"), e.PresentReturned(ONE)]
    assert scene.view(PUBLIC).miners[1].presents == 1
    scene.when(1, c.Explore(), chance=["ruby 0"])
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ONE, {"ruby 0": 1}, 1)]


@qc("QC-12")
def test_get_lost_goes_to_and_fro_and_nothing_else_counts_there() -> None:
    scene = stopped("", "", hands=("get_lost get_lost no_chance", "little_present get_lost"))
    scene.when(1, c.Attack("little_present")).when(0, c.Defend("get_lost"))
    assert awaited(scene) == [("get_lost", 1)]
    assert {offer.get("card") for offer in offers(scene, 1, "get_lost")} == {"get_lost", None}
    scene.when(1, c.Defend("get_lost"))
    assert awaited(scene) == [("get_lost", 0)]
    assert scene.view(PUBLIC).attack.duel == 2
    scene.when(0, c.Defend("no_chance")).then(refused("no_answer", card="no_chance"))
    scene.when(0, c.Defend("get_lost"))
    assert came(scene)[:2] == [e.Defended(ZERO, "get_lost"), e.PresentReturned(ONE)]


@qc("QC-12")
def test_a_present_that_has_come_back_to_its_target_lies_in_the_line() -> None:
    scene = stopped("", "", hands=("get_lost no_chance", "little_present get_lost"))
    scene.when(1, c.Attack("little_present")).when(0, c.Defend("get_lost")).when(1, c.Defend("get_lost"))
    scene.when(0, c.Let())
    assert came(scene)[:2] == [e.LetHappen(ZERO), e.PresentLaid(ZERO)]


@qc("QC-12")
def test_two_presents_waiting_are_an_accident_before_a_card_is_dug_and_protecting_discards_them() -> None:
    scene = table("ruby", "", waiting={0: 2}).when(0, c.Explore())
    assert [type(event) for event in came(scene)] == [e.ExploreAnnounced, e.AccidentHappened, e.TurnBegan]
    scene = table("ruby", "", waiting={0: 2}).when(0, c.Protect("ruby"))
    assert state(scene).waiting == [0, 0]
    assert state(scene).used == {"little_present": 2}


# --- who is asked, and what is worked off when


@qc("QC-15")
def test_whoever_holds_a_card_is_asked_and_an_empty_hand_is_not() -> None:
    scene = asked("", "", "", hands=("", "no_chance", ""))
    assert awaited(scene) == [("attack", 1)]
    assert offers(scene, 1, "attack", "attack") == []
    assert {offer["kind"] for offer in offers(scene, 1, "attack")} == {"attack_if_held", "let_pass"}


@qc("QC-15", "QC-12")
def test_a_defence_is_asked_for_unless_all_copies_that_fit_lie_open() -> None:
    hands = ("what_a_beauty", "hand_it_over")
    assert awaited(stopped("", "", hands=hands).when(1, c.Attack("hand_it_over"))) == [("defend", 0)]
    scene = stopped("", "", hands=hands, used="no_chance no_chance no_chance").when(
        1, c.Attack("hand_it_over")
    )
    assert not happened(scene, e.DefenceAsked)


@qc("QC-15", "QC-12")
@pytest.mark.parametrize(
    ("strike", "used", "is_asked"),
    [
        (c.Attack("little_present"), "no_chance no_chance no_chance", True),
        (c.Attack("yours_no_more", "ruby"), "no_chance no_chance no_chance", True),
        (c.Attack("little_present"), "no_chance no_chance no_chance get_lost get_lost get_lost", False),
    ],
)
def test_the_defence_made_for_an_attack_may_be_held_when_the_one_for_all_is_not(
    strike: c.Attack, used: str, is_asked: bool
) -> None:
    scene = stopped("ruby", "", hands=("what_a_beauty", strike.card), used=used).when(1, strike)
    assert bool(happened(scene, e.DefenceAsked)) is is_asked


@qc("QC-15")
def test_a_card_of_which_there_is_one_may_be_held_until_it_lies_open() -> None:
    pack = {"hand_it_over": 37, "no_chance": 1}
    hands = ("hand_it_over", "hand_it_over")
    for used, is_asked in (("", True), ("no_chance", False)):
        scene = stopped("", "", hands=hands, used=used, pack=pack).when(1, c.Attack("hand_it_over"))
        assert bool(happened(scene, e.DefenceAsked)) is is_asked


@qc("QC-15")
def test_what_is_played_if_held_looks_like_passing_when_it_is_not() -> None:
    tried = stopped("", "", hands=("", "no_chance")).when(1, c.AttackIfHeld("may_i_help"))
    passed = stopped("", "", hands=("", "no_chance")).when(1, c.LetPass())
    assert tried.came == passed.came
    held = stopped("", "", hands=("", "hand_it_over")).when(1, c.AttackIfHeld("hand_it_over"))
    assert happened(held, e.AttackPlayed)
    lacking = stopped("", "", hands=("no_chance", "hand_it_over")).when(1, c.Attack("hand_it_over"))
    lacking.when(0, c.DefendIfHeld("no_chance"))
    assert happened(lacking, e.Defended) == [e.Defended(ZERO, "no_chance")]
    bare = stopped("", "", hands=("what_a_beauty", "hand_it_over")).when(1, c.Attack("hand_it_over"))
    assert came(bare.when(0, c.DefendIfHeld("no_chance")))[0] == e.LetHappen(ZERO)


@qc("QC-15", "QC-10")
def test_what_was_said_and_came_to_nothing_is_seen_by_nobody_else() -> None:
    scene = asked("", "", "", hands=("", "stop_stop_stop", "hand_it_over"))
    scene.when(2, c.Attack("hand_it_over")).when(1, c.Attack("stop_stop_stop"))
    assert [type(event) for event in came(scene)] == [
        e.Answered,
        e.Answered,
        e.AttackPlayed,
        e.DiggingStopped,
        e.LineCollected,
        e.TurnBegan,
    ]
    assert state(scene).hands[2] == {"hand_it_over": 1}
    for reader in (ZERO, ONE, PUBLIC):
        told = [seen.fields for seen in scene.table.seen(reader) if seen.kind == "answered"]
        assert told[1] == {"seat": TWO}


@qc("QC-10")
def test_attacks_are_worked_off_clockwise_from_the_active_player_whoever_spoke_first() -> None:
    scene = table("", "", "", active=1, line="ruby 0", hands=("hand_it_over", "", "may_i_help")).when(
        1, c.Stop()
    )
    scene.when(0, c.Attack("hand_it_over")).when(2, c.Attack("may_i_help"), chance=["amber 2", "quartz"])
    assert [event.seat for event in happened(scene, e.AttackPlayed)] == [TWO]


@qc("QC-14")
def test_after_an_attack_that_did_something_the_rest_are_asked_again() -> None:
    scene = stopped("", "", "", hands=("", "hand_it_over", "hand_it_over"))
    scene.when(1, c.Attack("hand_it_over")).when(2, c.LetPass())
    assert happened(scene, e.WindowOpened) == [e.WindowOpened("stopped", [TWO])]
    assert awaited(scene) == [("attack", 2)]
    scene.when(2, c.Attack("hand_it_over"))
    assert [event.card for event in happened(scene, e.CardHandedOver)] == ["ruby 0"]


@qc("QC-14")
def test_who_says_nothing_when_asked_again_is_held_to_the_old_answer_while_it_is_possible() -> None:
    scene = stopped("", "", "", hands=("", "hand_it_over", "hand_it_over"))
    scene.when(2, c.Attack("hand_it_over")).when(1, c.Attack("hand_it_over"))
    assert scene.view(2).answers == {TWO: Aim("hand_it_over")}
    assert scene.view(1).answers == {}
    scene.when_silent(2)
    assert [event.card for event in happened(scene, e.CardHandedOver)] == ["ruby 0"]
    gone = stopped("", "", "", line="ruby 0", hands=("", "hand_it_over", "hand_it_over"))
    gone.when(2, c.Attack("hand_it_over")).when(1, c.Attack("hand_it_over")).when_silent(2)
    assert not happened(gone, e.AttackPlayed)


@qc("QC-14")
def test_an_attack_that_was_fended_off_asks_nobody_again() -> None:
    scene = stopped("", "", "", hands=("no_chance", "hand_it_over", "hand_it_over"))
    scene.when(2, c.Attack("hand_it_over")).when(1, c.Attack("hand_it_over")).when(0, c.Defend("no_chance"))
    assert [event.seat for event in happened(scene, e.AttackPlayed)] == [TWO]
    assert not happened(scene, e.WindowOpened)


@qc("QC-14")
def test_an_answer_may_be_changed_until_the_window_closes() -> None:
    scene = stopped("", "", "", hands=("", "hand_it_over", "no_chance"))
    scene.when(1, c.Attack("hand_it_over")).when(1, c.LetPass()).when(2, c.LetPass())
    assert not happened(scene, e.AttackPlayed)


@qc("QC-14", "QC-10")
def test_light_asks_when_stop_is_said_and_full_at_every_moment() -> None:
    hands = ("", "no_chance")
    light = table("", "", hands=hands).when(0, c.Explore())
    assert awaited(light) == [("go_on", 0)]
    light.when(0, c.GoOn(), chance=["ruby 0"])
    assert awaited(light) == [("dig", 0)]
    assert awaited(light.when(0, c.Stop())) == [("attack", 1)]
    full = table("", "", hands=hands, windows="full").when(0, c.Explore())
    assert awaited(full) == [("attack", 1)]
    full.when(1, c.LetPass(), chance=["ruby 0"])
    assert awaited(full) == [("attack", 1)]
    assert awaited(full.when(1, c.LetPass())) == [("dig", 0)]
    assert awaited(full.when(0, c.Stop())) == [("attack", 1)]


@qc("QC-14")
def test_an_ambush_strikes_at_once_and_the_moment_goes_on_for_those_after_it() -> None:
    scene = table("", "", "", hands=("", "little_present", "hand_it_over")).when(0, c.Explore())
    scene.when(1, c.Attack("little_present"), asked="ambush")
    assert came(scene) == [
        e.AttackPlayed(ONE, ZERO, "little_present", None, {}),
        e.PresentLaid(ZERO),
        e.LineStands("announced", ZERO, [TWO]),
    ]
    assert awaited(scene) == [("go_on", 0)]


@qc("QC-15")
def test_cards_that_are_not_held_can_not_be_played_as_such() -> None:
    scene = stopped("", "", hands=("what_a_beauty", "hand_it_over"))
    scene.when(1, c.Attack("may_i_help")).then(refused("not_in_hand", card="may_i_help"))
    scene.when(1, c.Attack("hand_it_over"))
    scene.when(0, c.Defend("no_chance")).then(refused("not_in_hand", card="no_chance"))
    scene.when(0, c.Defend("get_lost")).then(refused("no_answer", card="get_lost"))
    scene.when(0, c.DefendIfHeld("get_lost")).then(refused("no_answer", card="get_lost"))


@qc("QC-11")
def test_only_what_was_drawn_can_be_kept() -> None:
    scene = stopped("", "", hands=("", "may_i_help"))
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz 3"])
    scene.when(1, c.Keep("ruby 0")).then(refused("not_offered"))
    scene.when(1, c.Keep(c.NOTHING)).then(refused("not_offered"))


@qc("QC-14")
def test_a_turn_of_one_card_is_put_to_ambushes_after_it_and_then_stops() -> None:
    scene = table("", "", hands=("", "hand_it_over")).when(0, c.DigOne())
    scene.when(0, c.GoOn(), chance=["ruby 0"])
    assert came(scene) == [e.CardLaid(ZERO, "ruby 0"), e.LineStands("laid", ZERO, [ONE])]
    scene.when(0, c.GoOn())
    assert came(scene) == [e.Stopped(ZERO, [], 0), e.WindowOpened("stopped", [ONE])]


@qc("QC-6", "QC-14")
def test_a_turn_of_one_card_stops_by_itself_when_all_were_asked_and_names_nothing() -> None:
    scene = table("", "", hands=("what_a_beauty", "hand_it_over"), windows="full").when(0, c.DigOne())
    scene.when(1, c.LetPass(), chance=["ruby 0"]).when(1, c.LetPass())
    assert happened(scene, e.Stopped) == [e.Stopped(ZERO, [], 0)]
    assert awaited(scene) == [("attack", 1)]
