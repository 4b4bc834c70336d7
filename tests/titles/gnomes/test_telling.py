"""What is told: the table in emails, prospects, stakes, moments and motion."""

from __future__ import annotations

from games.rules.kernel.ceremony import finish
from games.rules.wording import say
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from tests.kit.given import Scene
from tests.kit.reading import result, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ZERO, table


def told(messages) -> list[str]:
    return [say(GNOMES, one) for one in messages]


def prospects(scene: Scene, seat: int = 0) -> list[str]:
    (asked,) = scene.view(seat).asked
    return told(GNOMES.text.prospects(scene.view(seat), asked.question))


@gn("GN-32")
def test_emails_tell_the_land_card_by_card_with_coordinates() -> None:
    lines = GNOMES.mail.board(table("X2b/E0b+b .\nC1a T0b+ab", gems=("ruby",)).view(0))
    text = [f"{say(GNOMES, line.label)}: " + "; ".join(told(line.notes)) for line in lines]
    assert "0/0: 2 of 3 slots free" not in text[2]
    assert text[2].startswith(
        "0/1: dwarves: Seat 2 ×1; 4 of 5 slots free, 5 needed; walls: south; beneath: emerald"
    )
    assert text[3] == "0/0: 3 of 3 slots free, 2 needed; walls: east; kingdom of Seat 1, worth 2"
    assert text[4].startswith("1/0: dwarves: Seat 1 ×1, Seat 2 ×1; 1 of 3 slots free, 2 needed")
    assert [line.cells[0].key for line in lines[2:5]] == ["dragon", "castle", "topaz_mine"]
    assert text[-1].startswith("Your hand")


@gn("GN-32")
def test_the_view_has_coordinates_stacks_and_walls_as_they_are_turned() -> None:
    view = table("X2b/E0b+b .\nC1a T0b+ab").view(1)
    (top, castle, mine) = view.places
    assert (top.place, top.x, top.y) == ("0/1", 0, 1)
    assert [(one.card, one.walls) for one in top.cards] == [("dragon", "S"), ("emerald_mine", "NE")]
    assert (castle.area, mine.dwarves, mine.free) != (mine.area, {}, 3)
    assert {"1/1", "-1/0"} <= set(view.edge)


@gn("GN-11", "GN-30")
def test_prospects_say_what_a_work_brings_and_what_stops_it() -> None:
    assert prospects(table("T0b+aa R0b+a D0b+b")) == [
        "topaz mine at 0/0: brings topaz ×2.",
        "ruby mine at 1/0: 2 more dwarves needed.",
    ]
    assert prospects(table("T0b+aa X0b+aaaaa")) == [
        "topaz mine at 0/0: nothing, as a dragon stops the mine.",
        "dragon at 1/0: it is slain, for 3 points.",
    ]
    scene = table("S0b+aaa", gems=("ruby emerald",)).when(0, c.Done())
    assert prospects(scene)[1] == "emerald, ruby: 10 points, while the gems are worth 5 in your hand."
    assert prospects(table("E0b", gems=("ruby",)).when(0, c.Done())) == ["You have 1 card too many."]


@gn("GN-30")
def test_a_whole_turn_is_told_before_it_is_played() -> None:
    scene = table("C0a T0b+a", gems=("ruby",))
    (asked,) = scene.view(0).asked
    commands = [
        c.TakeTurn("work", "+1/0 +1/0"),
        c.TakeTurn("build", "tavern@-1/0:1"),
        c.PlayKingdom("shop", "2/0"),
    ]
    first, second, third = (told(GNOMES.text.reckon(scene.view(0), asked.question, one)) for one in commands)
    assert first == ["2 dwarves at 1/0.", "Then these are worked: topaz mine at 1/0."]
    assert second[0] == "tavern at -1/0." and second[-1] == "Nothing is worked this turn."
    assert third == ["Your kingdom would be worth 5, instead of 4."]
    moved = c.TakeTurn("trade", "0/0>1/0")
    assert told(GNOMES.text.reckon(scene.view(0), asked.question, moved))[0] == (
        "A dwarf moves from 0/0 to 1/0."
    )


def test_stakes_say_what_a_monster_takes_and_how_near_the_end_is() -> None:
    scene = table("C0a X0b Y0b", bought=("", "RD TTR"))
    assert told(GNOMES.text.stakes(scene.view(0))) == [
        "Your kingdom is worth -2 now.",
        "A dragon is in your kingdom: its mines give nothing.",
        "An ice giant is in your kingdom: you have no fourth action.",
        "Seat 2 needs just one more goal to end the match.",
    ]


def test_moments_weigh_goals_monsters_and_joined_kingdoms() -> None:
    scene = table("C0a T0a . C0b")
    now = state(scene)
    bought = e.GoalBought(ZERO, "0/0", 3, "RE", 10, {}, None)
    union = e.KingdomPlayed(ZERO, "topaz_mine", "2/0", 0, True)
    prey = e.KingdomPlayed(ZERO, "dragon", "4/0", 0, True)
    weights = [
        GNOMES.text.moment(now, one) for one in (bought, union, prey, e.GoalShown(ZERO, "king", False))
    ]
    assert [(one.kind, one.weight) for one in weights if one] == [
        ("purchase", 10),
        ("union", 4),
        ("monster", 2),
        ("secret", 8),
    ]
    assert GNOMES.text.moment(now, e.KingdomPlayed(ZERO, "tavern", "9/9", 0, True)) is None
    slain = GNOMES.text.moment(now, e.MonsterSlain(ZERO, "0/0", 5, "dragon", {}))
    assert slain is not None and slain.weight == 5
    assert GNOMES.text.moment(now, e.DwarfPlaced(ZERO, "0/0")) is None


def test_what_moved_last_is_in_motion() -> None:
    scene = table("T0b+a").when(0, c.PlaceDwarf("0/0"))
    motion = GNOMES.text.motion(scene.table.seen(ZERO))
    assert motion is not None and (motion.name, motion.what) == ("step", "0/0")
    assert GNOMES.text.motion([]) is None


def test_the_end_says_who_won() -> None:
    scene = table("C0a . C0b+b", secrets=("hunter", "warlord"))
    for seat in (0, 1, 0, 1):
        scene.when(seat, c.FinishTurn())
    assert told([GNOMES.text.ending(finish(result(scene)))]) == [
        "Seat 2 wins on the larger kingdom, or the dwarves in it: both have 2 points."
    ]
