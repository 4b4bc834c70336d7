"""Orders to show a secret goal, looked at after every action and every work within one answer (GN-10)."""

from __future__ import annotations

from games.rules.kernel.seats import PUBLIC
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules import orders as o
from games.titles.gnomes.rules.answers import answer
from games.titles.gnomes.rules.secret_goals import hand_goals, kingdom_goals
from tests.kit.given import Scene
from tests.kit.reading import code, happened, offers, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO, table

OWN = "T0a D0a R0a S0a"  # so the hand has room
WHEN_MET = o.Orders(show="when_met")


def kinds(scene: Scene) -> list[str]:
    return [type(event).__name__ for event in scene.came]


def build(scene: Scene) -> Scene:
    """Let the first seat play the whole turn that heads for a trade goal, and lays the castle first."""
    (turn,) = [one for one in offers(scene, 0, "act", "take_turn") if one["aim"] == "trade"]
    assert turn["steps"].startswith("castle@")
    return scene.when(0, c.TakeTurn("trade", turn["steps"]))


def by_orders(scene: Scene, seat: int, kind: str) -> object:
    """Answer a question as the order to show a goal does."""
    (question,) = [one for one in scene.table.questions().values() if (one.seat, one.kind) == (seat, kind)]
    return answer(scene.view(seat), question, WHEN_MET, [], False)


def a_castle_beside(secrets: tuple[str, ...]) -> Scene:
    """Set a table at which the first seat's castle joins the second's kingdom."""
    return table("C2b T0b", secrets=secrets)


@gn("GN-10", "GN-20")
def test_an_order_shows_a_goal_in_the_midst_of_anothers_whole_turn() -> None:
    scene = build(a_castle_beside(("hunter", "conqueror")))
    assert kinds(scene) == ["KingdomPlayed", "MomentCame"]
    moment = happened(scene, e.MomentCame)[0]
    assert (moment.watching, moment.then) == ([ONE], "choose") and moment.steps.startswith("+")
    assert by_orders(scene, 1, "show") == c.ShowGoal()
    scene.when(1, c.ShowGoal())
    assert scene.came == [e.GoalShown(ONE, "conqueror", False)]
    assert scene.asked(0) == ["go_on"]
    scene.when(0, c.GoOn())
    assert "DwarfPlaced" in kinds(scene) and "TurnEnded" in kinds(scene)
    assert state(scene).active == ONE and state(scene).moment is None


@gn("GN-10")
def test_it_goes_on_the_same_if_no_order_has_anything_to_say() -> None:
    shown = build(a_castle_beside(("hunter", "conqueror"))).when(1, c.ShowGoal()).when(0, c.GoOn())
    kept = build(a_castle_beside(("hunter", "king"))).when(0, c.GoOn())
    assert shown.came == kept.came


@gn("GN-10", "GN-33")
def test_whether_orders_are_looked_at_follows_from_what_everybody_knows() -> None:
    for secret in ("conqueror", "king", "warlord"):
        scene = build(a_castle_beside(("hunter", secret)))
        assert scene.asked(1) == ["show"]
        seen = scene.table.seen(PUBLIC)[-1]
        assert seen.kind == "moment_came" and seen.fields["watching"] == [ONE]


@gn("GN-10")
def test_nobody_is_looked_at_who_has_shown_the_goal_or_met_it_before() -> None:
    scene = table("C2b T0b", secrets=("hunter", "conqueror"))
    scene.when(0, c.PlayKingdom("castle", "2/0", 0))
    scene.when(1, c.ShowGoal())
    assert kingdom_goals(state(scene).land) == {(ZERO, "conqueror"), (ONE, "conqueror")}
    later = scene.when(0, c.FinishTurn())
    assert not happened(later, e.MomentCame)


@gn("GN-10")
def test_an_order_shows_the_own_goal_after_the_last_work_of_the_turn() -> None:
    scene = table(f"E0b+aa {OWN}", gems=("ruby diamond topaz",), secrets=("treasurer",))
    scene.when(0, c.FinishTurn())
    assert kinds(scene) == ["WorkBegan", "GemsMined", "MomentCame"]
    assert happened(scene, e.MomentCame) == [e.MomentCame(ZERO, [], "", "finish")]
    assert offers(scene, 0, "go_on") == [{"kind": "show_goal"}, {"kind": "go_on"}]
    assert by_orders(scene, 0, "go_on") == c.ShowGoal()
    scene.when(0, c.ShowGoal())
    assert kinds(scene)[:2] == ["GoalShown", "TurnEnded"]


@gn("GN-10", "GN-20")
def test_a_third_goal_shown_after_the_last_work_begins_the_last_turns_at_once() -> None:
    gems, bought = ("ruby diamond topaz",), ("RD TTR",)
    scene = table(f"E0b+aa {OWN}", gems=gems, secrets=("treasurer",), bought=bought)
    scene.when(0, c.FinishTurn()).when(0, c.ShowGoal())
    assert happened(scene, e.LastTurnsBegan) == [e.LastTurnsBegan(ZERO, 2)]


@gn("GN-10", "GN-11")
def test_orders_are_looked_at_between_works_that_go_by_themselves() -> None:
    scene = table(f"E0b+aa D0b+aa {OWN}", gems=("ruby topaz",), secrets=("treasurer",))
    scene.when(0, c.Done())
    assert kinds(scene) == ["WorkBegan", "GemsMined", "GemsMined", "MomentCame"]
    assert happened(scene, e.MomentCame) == [e.MomentCame(ZERO, [], "", "")]
    scene.when(0, c.GoOn())
    assert kinds(scene)[0] == "TurnEnded"


@gn("GN-10")
def test_a_hired_ogre_and_a_slain_monster_may_meet_a_goal() -> None:
    hired = table(f"V0b+aa {OWN}", ogres=("thief sharp",)).when(0, c.FinishTurn(), chance=["bouncer"])
    assert kinds(hired) == ["WorkBegan", "OgreHired", "MomentCame"]
    slain = table("X0b+aaaaa T0b", slain=("ice_giant",)).when(0, c.FinishTurn())
    assert kinds(slain) == ["WorkBegan", "MonsterSlain", "MomentCame"]


@gn("GN-10", "GN-33")
def test_a_gem_stolen_unseen_leaves_it_open_who_has_all_four_kinds() -> None:
    gems = ("", "ruby ruby emerald diamond topaz")
    scene = table("E0b", seats=3, gems=gems, ogres=("thief",), active=0)
    scene.when(0, c.StealGem(1), chance=["ruby"])
    assert hand_goals(state(scene), ONE) == [("treasurer", 1, 3)]
    assert hand_goals(state(scene), ZERO) == hand_goals(state(scene), TWO) == []


@gn("GN-10")
def test_a_turn_begins_with_a_look_at_orders_if_a_rival_may_show_a_goal() -> None:
    scene = table("C0b T0b C0a", secrets=("hunter", "conqueror")).when(0, c.FinishTurn())
    assert kinds(scene)[-2:] == ["TurnBegan", "StepAsked"]
    assert scene.asked(0) == ["show"] and scene.asked(1) == ["act"]
    quiet = table("C0b T0b", secrets=("hunter", "conqueror")).when(0, c.FinishTurn())
    assert kinds(quiet)[-1] == "TurnBegan" and quiet.asked(0) == []


@gn("GN-10", "GN-31")
def test_silence_goes_on_and_a_moment_takes_no_other_answer() -> None:
    scene = build(a_castle_beside(("hunter", "conqueror")))
    assert code(scene.when(0, c.FinishTurn())) == "not_an_answer"
    scene.when_silent(0)
    assert "TurnEnded" in kinds(scene)


def test_the_steward_shows_its_goal_by_order() -> None:
    view = table("E0b").view(0)
    assert GNOMES.automation.bot_orders["steward"](view) == WHEN_MET
