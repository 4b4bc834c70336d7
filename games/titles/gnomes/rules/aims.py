"""What the sensible robot may aim at, and the tasks that are left for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.cards import GEMS, MONSTER_POINTS, SECRET_POINTS
from games.titles.gnomes.rules.facts import free_slots
from games.titles.gnomes.rules.land import Laid, Land
from games.titles.gnomes.rules.secret_goals import HUNTED, LARGE, RICH, WARBAND
from games.titles.gnomes.rules.view import Player, Sight

OGRE_POINTS = 1.5  # what an ogre in hand is worth
FEAR = 1.5  # points of a gem nobody can see
NEAR_THE_END = 3  # goals met that end the match
WINNING, LOSING = 4, -3  # what ending the match is worth


class Aim(msgspec.Struct, frozen=True, gc=False):
    """What to have in the end: gems mined, ogres hired, a shop for it, a monster slain."""

    points: float
    gems: dict[str, int] = {}
    shop: bool = False
    ogres: int = 0
    monster: str = ""


class Task(msgspec.Struct, frozen=True, gc=False):
    """What is left to do at one place: dwarves to bring, or first a card to build."""

    place: str
    missing: int
    actions: int
    card: str = ""


class Mind:
    """The table as the robot thinks of it."""

    def __init__(self, view: Sight) -> None:
        self.view, self.me = view, view.me
        self.land, self.dwarves = view.land, view.dwarves
        self.free = free_slots(self.land, self.dwarves)
        self.supply = view.me.supply
        self.hand = view.me.kingdom
        self.mine = {place: here[self.me.seat] for place, here in self.dwarves.items()}
        self.gems = view.me.gems or {}

    @property
    def is_last(self) -> bool:
        """Tell whether this is the last turn."""
        return self.view.last_turns is not None

    def spare(self, place: str) -> int:
        """Count own dwarves on a card that don't work it in this turn."""
        count = self.mine.get(place, 0)
        return count if count < self.land.need[place] else count - self.land.need[place]

    def points(self, one: Player) -> float:
        """Guess the points of a seat."""
        goals = sum(goal.points for goal in one.bought) + SECRET_POINTS * one.shown
        return goals + MONSTER_POINTS * len(one.slain) + one.worth + FEAR * one.gem_count

    @cached_property
    def is_ahead(self) -> bool:
        """Tell whether nobody has more points."""
        return self.points(self.me) >= max(self.points(one) for one in self.view.players)

    @property
    def secret_for_building(self) -> float:
        """Say what a card more is worth for the secret goal."""
        if self.me.shown or self.me.area < 0:
            return 0
        size = len(self.view.areas[self.me.area].places)
        if self.me.secret == "architect":
            return SECRET_POINTS / max(1, LARGE - size)
        return SECRET_POINTS / max(1, RICH - self.me.worth) if self.me.secret == "king" else 0

    def rate(self, command: c.PlayKingdom) -> float:
        """Rate a card by the stars it moves: in the own kingdom, less what it moves for the rivals."""
        laid = Laid(command.card, self.me.seat, command.turn)
        land = self.land.with_card(command.place, laid)
        moved = [self._stars(land, one) - one.worth for one in self.view.players]
        rivals = sum(moved) - moved[self.me.seat]
        return moved[self.me.seat] - rivals / (len(moved) - 1)

    def _stars(self, land: Land, one: Player) -> int:
        area = land.area_of(one.seat)
        return 0 if area is None else land.worth(area)


# --- aims


def aims(mind: Mind) -> Iterator[Aim]:
    """List what may be worth an action."""
    yield from trades(mind)
    yield from secrets(mind)
    yield from monsters(mind)
    yield from gems(mind)


def trades(mind: Mind) -> Iterator[Aim]:
    """Aim at each open trade goal; the one that ends the match is worth more to who is ahead."""
    ends = mind.me.goals_met + 1 >= NEAR_THE_END and not mind.is_last
    for goal in mind.view.goals:
        held = {gem: min(count, mind.gems.get(gem, 0)) for gem, count in goal.cost.items()}
        paid = sum(mind.view.tables.points[gem] * count for gem, count in held.items())
        bonus = (WINNING if mind.is_ahead else LOSING) if ends else 0
        yield Aim(goal.points - paid + bonus, goal.cost, shop=True)


def secrets(mind: Mind) -> Iterator[Aim]:
    """Aim at the secret goal, if dwarves can bring it about."""
    if mind.me.shown:
        return
    if mind.me.secret == "treasurer":
        yield Aim(SECRET_POINTS, dict.fromkeys(GEMS, 1))
    elif mind.me.secret == "warlord":
        yield Aim(SECRET_POINTS, ogres=WARBAND)
    elif mind.me.secret == "hunter":
        left = HUNTED - len(mind.me.slain)
        for place in mind.land.monsters:
            yield Aim(MONSTER_POINTS + SECRET_POINTS / max(1, left), monster=place)


def monsters(mind: Mind) -> Iterator[Aim]:
    """Aim at a monster in the own kingdom: its stars come back, and the mines."""
    area = mind.land.area_of(mind.me.seat)
    for place in mind.land.monsters:
        if area is not None and place in area.places:
            yield Aim(MONSTER_POINTS - mind.land.kingdom[mind.land.top[place]].star, monster=place)


def gems(mind: Mind) -> Iterator[Aim]:
    """Aim at single gems and ogres: they count by themselves."""
    for gem, points in mind.view.tables.points.items():
        yield Aim(points * (2 if gem == "topaz" else 1), {gem: mind.gems.get(gem, 0) + 1})
    if mind.me.hand_count < 9:
        yield Aim(OGRE_POINTS, ogres=mind.me.ogre_count + 1)


# --- tasks


def tasks(mind: Mind, aim: Aim) -> list[Task] | None:
    """List what is left for an aim, what comes first at the front; None if it can't be reached."""
    found: list[Task] = []
    for gem, count in aim.gems.items():
        missing = count - mind.gems.get(gem, 0)
        if missing > 0:
            task = mine(mind, gem, missing)
            if task is None:
                return None
            found.append(task)
    for wanted, card, times in (
        (aim.ogres > mind.me.ogre_count, "tavern", aim.ogres - mind.me.ogre_count),
        (aim.shop, "shop", 1),
    ):
        if wanted:
            task = house(mind, card, times)
            if task is None:
                return None
            found.append(task)
    if aim.monster:
        task = task_at(mind, [aim.monster], 1)
        return None if task is None else [task]
    return found


def mine(mind: Mind, gem: str, missing: int) -> Task | None:
    """Mine gems, perhaps in a mine that has to be built first."""
    if mind.view.piles.get(gem, 0) < missing:
        return None
    card = f"{gem}_mine"
    kind = mind.land.kingdom[card]
    places = [place for place in mind.land.prizes if mind.land.top[place] == card]
    return task_at(mind, places, -(-missing // kind.gives)) or to_build(mind, card, -(-missing // kind.gives))


def house(mind: Mind, card: str, times: int) -> Task | None:
    places = [place for place, top in mind.land.top.items() if top == card]
    return task_at(mind, places, times) or to_build(mind, card, times)


def task_at(mind: Mind, places: list[str], times: int) -> Task | None:
    """Choose the place where the fewest dwarves are missing; None if no place has room."""
    need, best = mind.land.need, None
    for place in places:
        here = mind.mine.get(place, 0)
        if here + mind.free.get(place, 0) >= need[place]:
            missing = max(0, need[place] - here)
            if best is None or missing < best.missing:
                best = Task(place, missing, missing + (times - 1) * need[place])
    return best


def to_build(mind: Mind, card: str, times: int) -> Task | None:
    if card not in mind.hand:
        return None
    return Task("", 0, 1 + times * mind.land.kingdom[card].need, card)
