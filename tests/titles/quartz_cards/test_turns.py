"""A turn: exploring, protecting, hiring, accidents, and the end of the mine."""

from __future__ import annotations

import pytest

from games.rules.kernel import turn
from games.rules.kernel.refusal import Refused
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz_cards.rules import QUARTZ_CARDS, cards
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.options import Options
from tests.kit.given import opened, refused
from tests.kit.reading import awaited, came, happened, offers, seen_by, state
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, ZERO, table


@qc("QC-1")
def test_the_mine_holds_what_the_rules_say() -> None:
    assert sum(cards.MINE.values()) == cards.MINE_TOTAL == 72
    for position in cards.POSITIONS:
        assert sum(n for card, n in cards.MINE.items() if card.endswith(position)) == 7
    assert sum(n for card, n in cards.MINE.items() if card.endswith(" hire")) == 18
    assert sum(n for card, n in cards.MINE.items() if " " not in card) == 12
    assert sum(n * cards.VALUES[card.split()[0]] for card, n in cards.MINE.items()) == 200


@qc("QC-2")
def test_the_helpers_are_those_of_the_rules() -> None:
    assert sum(cards.PACK.values()) == cards.HELPER_TOTAL == 38
    assert sum(cards.PACK[card] for card in cards.ATTACKS) == 25
    assert sum(cards.PACK[card] for card in cards.DEFENCES) == 9
    assert cards.defences_against("little_present") == ("get_lost", "no_chance")
    assert cards.defences_against("yours_no_more") == ("over_my_dead_body", "no_chance")
    assert cards.defences_against("may_i_help") == ("no_chance",)


@qc("QC-1", "QC-2")
@pytest.mark.parametrize(
    "options",
    [
        {"mine_cards": {"ruby": 71}},
        {"mine_cards": {"ruby 6": 72}},
        {"helper_cards": {"no_chance": 39}},
        {"crystal_values": {"ruby": 1}},
        {"first_player": 2},
    ],
)
def test_a_table_that_breaks_the_totals_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused, match="options"):
        MatchInMemory.begin(QUARTZ_CARDS, 2, bytes(32), options)


@qc("QC-1", "QC-2")
def test_other_tables_may_take_the_place_of_the_reconstructed_ones() -> None:
    options = Options(mine_cards={"ruby 0": 72}, helper_cards={"no_chance": 38})
    assert options.mine == {"ruby 0": 72}
    assert options.helpers["no_chance"] == 38
    assert options.helpers["get_lost"] == 0
    assert QUARTZ_CARDS.core.tables(options) != QUARTZ_CARDS.core.tables(Options())


@qc("QC-3")
def test_everybody_begins_with_five_helpers_and_who_was_named_begins() -> None:
    scene = opened(
        QUARTZ_CARDS,
        2,
        *["no_chance", "get_lost", "get_lost", "may_i_help", "may_i_help"],
        *["hand_it_over"] * 5,
        options={"seating": "fixed", "first_player": 1},
    )
    assert [sum(hand.values()) for hand in state(scene).hands] == [5, 5]
    assert sum(state(scene).urns["helpers"].values()) == 28
    assert awaited(scene) == [("turn", 1)]


@qc("QC-3")
def test_the_turn_goes_clockwise() -> None:
    scene = table("ruby", "", "")
    scene.when(0, c.Protect("ruby"))
    assert happened(scene, e.TurnBegan) == [e.TurnBegan(ONE)]


@qc("QC-4")
def test_a_column_may_be_protected_only_where_there_is_one() -> None:
    assert offers(table("", "ruby"), 0, "turn", "protect") == []
    table("", "ruby").when(0, c.Protect("ruby")).then(refused("no_column", gem="ruby"))


@qc("QC-5")
def test_a_column_under_the_chest_is_counted_by_others_and_seen_by_its_owner() -> None:
    scene = table("ruby ruby quartz", "", hands=("", "yours_no_more")).when(0, c.Protect("ruby"))
    assert came(scene) == [e.ColumnProtected(ZERO, "ruby", 2, by_card=False), e.TurnBegan(ONE)]
    assert scene.view(0).miners[0].chest == {"ruby": 2}
    assert scene.view(1).miners[0].chest is None
    assert scene.view(1).miners[0].chest_count == 2
    assert scene.view(1).miners[0].columns == {"quartz": 1}


@qc("QC-5")
def test_a_later_card_begins_a_new_column_that_may_be_protected_too() -> None:
    scene = table("ruby", "", chests={0: "ruby"}).when(0, c.Protect("ruby"))
    assert state(scene).chests[0] == {"ruby": 2}


@qc("QC-6")
def test_a_card_is_dug_at_least_and_then_the_player_digs_on_or_stops() -> None:
    scene = table("", "").when(0, c.Explore(), chance=["ruby 0"])
    assert came(scene)[:2] == [e.ExploreAnnounced(ZERO, 0, brief=False), e.CardLaid(ZERO, "ruby 0")]
    assert awaited(scene) == [("dig", 0)]
    scene.when(0, c.DigOn(), chance=["quartz"]).when(0, c.Stop())
    assert happened(scene, e.LineCollected) == [e.LineCollected(ZERO, {"quartz": 1, "ruby 0": 1}, 0)]
    assert state(scene).columns[0] == {"quartz": 1, "ruby": 1}


@qc("QC-6")
def test_presents_in_a_line_that_is_collected_go_to_the_used_helpers() -> None:
    scene = table("", "", line="ruby 0, little_present").when(0, c.Stop())
    assert state(scene).used == {"little_present": 1}
    assert state(scene).line == []


@qc("QC-7")
def test_two_unstable_crystals_in_one_position_lose_the_line() -> None:
    scene = table("", "", hands=("", "no_chance"), line="ruby 0, quartz hire").when(
        0, c.DigOn(), chance=["amethyst 0"]
    )
    assert came(scene) == [
        e.CardLaid(ZERO, "amethyst 0"),
        e.AccidentHappened(ZERO, {"amethyst 0": 1, "quartz hire": 1, "ruby 0": 1}, 0),
        e.TurnBegan(ONE),
    ]
    assert state(scene).out == {"amethyst 0": 1, "quartz hire": 1, "ruby 0": 1}


@qc("QC-7")
def test_other_positions_and_other_icons_do_no_harm() -> None:
    scene = table("", "", line="ruby 0, ruby 1, quartz").when(0, c.DigOn(), chance=["sapphire 2"])
    assert not happened(scene, e.AccidentHappened)


@qc("QC-8")
def test_a_card_for_hire_may_be_given_for_a_helper_before_anybody_attacks() -> None:
    scene = table("", "", hands=("", "may_i_help"), windows="full", line="ruby 0")
    scene.when(0, c.DigOn(), chance=["quartz hire"])
    assert awaited(scene) == [("hire", 0)]
    scene.when(0, c.Hire(), chance=["get_lost"])
    assert came(scene)[0] == e.Hired(ZERO, "quartz hire", "get_lost")
    assert state(scene).line == ["ruby 0"]
    assert state(scene).out == {"quartz hire": 1}
    assert awaited(scene) == [("attack", 1)]


@qc("QC-8", "QC-6")
def test_the_line_may_be_empty_after_hiring_and_is_dug_on() -> None:
    scene = table("", "").when(0, c.Explore(), chance=["quartz hire"]).when(0, c.Hire(), chance=["get_lost"])
    assert awaited(scene) == [("dig", 0)]
    scene.when(0, c.Stop())
    assert happened(scene, e.LineCollected) == [e.LineCollected(ZERO, {}, 0)]


@qc("QC-8")
def test_nobody_can_be_hired_when_no_helper_is_left() -> None:
    scene = table("", "")
    state(scene).urns["helpers"] = {}
    scene.when(0, c.Explore(), chance=["quartz hire"])
    assert not happened(scene, e.HireOffered)
    assert awaited(scene) == [("dig", 0)]


@qc("QC-3", "QC-8")
def test_an_empty_pile_is_made_anew_of_the_used_ones() -> None:
    scene = table("", "", used="get_lost no_chance")
    state(scene).urns["helpers"] = {}
    scene.when(0, c.Explore(), chance=["quartz hire"])
    assert happened(scene, e.HireOffered) == [e.HireOffered(ZERO, 2)]
    assert state(scene).used == {}
    scene.when(0, c.Hire(), chance=["get_lost"])
    assert state(scene).hands[0] == {"get_lost": 1}


@qc("QC-9")
def test_the_last_card_ends_the_game_and_the_line_is_collected() -> None:
    scene = table("", "", hands=("what_a_beauty", "may_i_help"), line="ruby 0", left=["quartz hire"])
    scene.when(0, c.DigOn(), chance=["quartz hire"])
    assert came(scene) == [
        e.CardLaid(ZERO, "quartz hire"),
        e.LineCollected(ZERO, {"quartz hire": 1, "ruby 0": 1}, 0),
        e.MatchEnded(),
    ]


@qc("QC-9")
def test_the_last_card_may_still_be_an_accident() -> None:
    scene = table("", "", line="ruby 0", left=["quartz 0"]).when(0, c.DigOn(), chance=["quartz 0"])
    assert [type(event) for event in came(scene)] == [e.CardLaid, e.AccidentHappened, e.MatchEnded]


@qc("QC-13")
def test_what_a_beauty_works_after_the_collecting_unseen_until_then() -> None:
    scene = table("quartz", "", "", hands=("what_a_beauty", "stop_stop_stop"), line="ruby 0")
    scene.when(0, c.StopAndProtect(["ruby", "quartz"], 1))
    assert awaited(scene) == [("attack", 1)]
    assert scene.view(0).columns_named == ["ruby", "quartz"]
    assert scene.view(1).columns_named is None
    scene.when(1, c.LetPass())
    assert came(scene)[1:] == [
        e.LineCollected(ZERO, {"ruby 0": 1}, 0),
        e.ColumnProtected(ZERO, "ruby", 1, by_card=True),
        e.TurnBegan(ONE),
    ]
    assert state(scene).used == {"what_a_beauty": 1}


@qc("QC-13")
def test_two_copies_protect_two_columns_and_what_finds_none_stays_in_hand() -> None:
    hands = ("what_a_beauty what_a_beauty", "yours_no_more")
    scene = table("quartz emerald", "", hands=hands, line="ruby 0")
    scene.when(0, c.StopAndProtect(["quartz", "emerald"], 2)).when(1, c.Attack("yours_no_more", "quartz"))
    scene.when(0, c.Let())
    assert happened(scene, e.ColumnProtected) == [e.ColumnProtected(ZERO, "emerald", 1, by_card=True)]
    assert state(scene).hands[0] == {"what_a_beauty": 1}


@qc("QC-13")
def test_it_may_be_meant_for_a_crystal_that_a_helping_hand_brings() -> None:
    scene = table("quartz", "", hands=("what_a_beauty", "may_i_help"), line="ruby 0")
    scene.when(0, c.StopAndProtect(["amber", "quartz"]))
    scene.when(1, c.Attack("may_i_help")).when(0, c.Let(), chance=["amber 2", "emerald"])
    scene.when(1, c.Keep("emerald"))
    assert happened(scene, e.ColumnProtected) == [e.ColumnProtected(ZERO, "amber", 1, by_card=True)]


@qc("QC-13")
def test_it_may_be_meant_for_a_crystal_that_over_my_dead_body_takes() -> None:
    hands = ("what_a_beauty over_my_dead_body", "yours_no_more")
    scene = table("quartz", "sapphire", hands=hands, line="")
    scene.when(0, c.StopAndProtect(["sapphire"])).when(1, c.Attack("yours_no_more", column="quartz"))
    scene.when(0, c.Defend("over_my_dead_body", take="sapphire"))
    assert happened(scene, e.ColumnProtected) == [e.ColumnProtected(ZERO, "sapphire", 1, by_card=True)]


@qc("QC-13")
def test_a_copy_whose_crystals_never_come_stays_in_hand_unseen() -> None:
    scene = table("quartz", "", hands=("what_a_beauty", ""), line="")
    scene.when(0, c.StopAndProtect(["amber", "ruby", "sapphire"]))
    assert not happened(scene, e.ColumnProtected)
    assert state(scene).hands[0] == {"what_a_beauty": 1}
    assert seen_by(scene, ONE, "stopped") == [{"seat": ZERO}]


@qc("QC-13")
def test_it_needs_the_card_and_a_different_crystal_for_each_copy() -> None:
    scene = table("quartz", "", hands=("", ""), line="ruby 0")
    assert offers(scene, 0, "dig", "stop_and_protect") == []
    scene.when(0, c.StopAndProtect(["ruby"])).then(refused("not_in_hand", card="what_a_beauty"))
    scene = table("quartz", "", hands=("what_a_beauty what_a_beauty",), line="ruby 0")
    scene.when(0, c.StopAndProtect(["ruby", "ruby"])).then(refused("not_offered"))
    scene.when(0, c.StopAndProtect(["ruby"], 2)).then(refused("not_offered"))
    scene.when(0, c.StopAndProtect(["ruby"], 0)).then(refused("not_offered"))


@qc("QC-13")
def test_it_is_no_use_when_the_rivals_bring_the_line_down() -> None:
    scene = table("quartz", "", hands=("what_a_beauty", "little_present"), line="ruby 0, little_present")
    scene.when(0, c.StopAndProtect(["quartz"])).when(1, c.Attack("little_present")).when(0, c.Let())
    assert not happened(scene, e.ColumnProtected)
    assert state(scene).hands[0] == {"what_a_beauty": 1}


@qc("QC-20")
def test_points_are_values_and_five_for_four_equal_ones_open_and_protected_together() -> None:
    scene = table(
        "amethyst amethyst",
        "ruby",
        chests={0: "amethyst amethyst"},
        hands=("no_chance",),
        line="",
        left=["amber 2"],
    )
    scene.when(0, c.DigOn(), chance=["amber 2"])
    assert scene.outcome is not None
    assert [place.points for place in scene.outcome] == [8 + 5 + 6, 5]
    assert [place.rank for place in scene.outcome] == [1, 2]


@qc("QC-21")
def test_of_equals_more_cards_of_low_value_win_and_perfect_equals_share() -> None:
    scene = table("quartz quartz emerald", "quartz sapphire", line="ruby 0", left=["ruby 0"])
    scene.when(0, c.DigOn(), chance=["ruby 0"])
    assert scene.outcome is not None
    assert [(place.points, place.rank) for place in scene.outcome] == [(5, 1), (5, 2)]
    scene = table("ruby", "ruby", line="ruby 0", left=["ruby 0"]).when(0, c.DigOn(), chance=["ruby 0"])
    assert scene.outcome is not None
    assert [place.rank for place in scene.outcome] == [1, 1]


# --- what silence means


@qc("QC-4")
def test_a_silent_turn_protects_the_dearest_column() -> None:
    scene = table("quartz quartz quartz quartz ruby", "").when_silent(0)
    assert happened(scene, e.ColumnProtected) == [e.ColumnProtected(ZERO, "quartz", 4, by_card=False)]


@qc("QC-6", "QC-8")
def test_a_silent_turn_without_a_column_digs_one_card_hires_nobody_and_stops() -> None:
    scene = table("", "").when_silent(0, chance=["quartz hire"])
    assert [type(event) for event in came(scene)[1:]] == [
        e.ExploreAnnounced,
        e.CardLaid,
        e.Stopped,
        e.LineCollected,
        e.TurnBegan,
    ]


@qc("QC-6", "QC-8")
def test_a_hire_card_laid_by_an_attack_is_offered_in_a_turn_of_one_card_too() -> None:
    scene = table("", "", hands=("", "may_i_help"), windows="full").when(0, c.DigOne())
    scene.when(1, c.LetPass(), chance=["quartz hire"])
    assert awaited(scene) == [("attack", 1)]
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2", "emerald hire"]).when(1, c.Keep("amber 2"))
    assert awaited(scene) == [("hire", 0)]
    scene.when(0, c.Hire(), chance=["get_lost"])
    assert came(scene)[:2] == [e.Hired(ZERO, "emerald hire", "get_lost"), e.Stopped(ZERO, [], 0)]
    assert happened(scene, e.LineCollected) == [e.LineCollected(ZERO, {"quartz hire": 1}, 0)]


@qc("QC-6", "QC-8")
def test_a_hire_card_that_comes_after_the_stop_of_a_silent_turn_is_offered_too() -> None:
    scene = table("", "", hands=("", "may_i_help")).when_silent(0).when_silent(0, chance=["quartz"])
    while awaited(scene) == [("go_on", 0)]:
        scene.when_silent(0)
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2", "quartz hire"]).when(1, c.Keep("amber 2"))
    assert awaited(scene) == [("hire", 0)]
    scene.when_silent(0)
    assert happened(scene, e.LineCollected) == [e.LineCollected(ZERO, {"quartz": 1, "quartz hire": 1}, 0)]


@qc("QC-6")
def test_stop_stop_stop_at_the_announcement_ends_a_turn_of_one_card_without_a_card() -> None:
    scene = table("", "", hands=("", "stop_stop_stop"), windows="full").when(0, c.DigOne())
    scene.when(1, c.Attack("stop_stop_stop"))
    assert happened(scene, e.LineCollected) == [e.LineCollected(ZERO, {}, 0)]
    assert awaited(scene) == [("turn", 1)]


def test_silence_stops_and_hires_nobody() -> None:
    scene = table("", "").when(0, c.Explore(), chance=["quartz hire"]).when_silent(0)
    assert came(scene)[1] == e.HireDeclined(ZERO)
    scene.when_silent(0)
    assert happened(scene, e.Stopped) == [e.Stopped(ZERO, [], 0)]


def test_a_question_takes_only_its_own_answers() -> None:
    scene = table("", "", line="ruby 0").table
    (name,) = scene.awaited()
    with pytest.raises(Refused, match=r"^not_an_answer"):
        turn.check(QUARTZ_CARDS, scene.table, scene.questions()[name], c.Explore())
