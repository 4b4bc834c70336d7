"""What the sensible robot may aim at, and the tasks that are left for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.cards import GEMS, HAND_LIMIT, MONSTER_POINTS, MONSTERS, SECRET_POINTS
from games.titles.gnomes.rules.facts import free_slots
from games.titles.gnomes.rules.land import ACROSS, Laid, neighbours
from games.titles.gnomes.rules.secret_goals import HUNTED, LARGE, RICH, WARBAND
from games.titles.gnomes.rules.view import AreaSeen, Player, Sight
from games.titles.gnomes.rules.whole_turns import BUILD

OGRE_POINTS = 1.5  # what an ogre in hand is worth
FEAR = 1.5  # points of a gem nobody can see
NEAR_THE_END = 3  # goals met that end the match
FOURTH = 3  # what a fourth action in each turn to come is worth
WINNING, LOSING = 4, -3  # what ending the match is worth


class Aim(msgspec.Struct, frozen=True, gc=False):
    """What to have in the end: gems mined, ogres hired, a shop for it, a monster slain.

    `bait`: a monster in hand, which is played in order to be slain.
    """

    points: float
    gems: dict[str, int] = {}
    shop: bool = False
    ogres: int = 0
    monster: str = ""
    bait: str = ""


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
        self.top = {one.place: one.top.card for one in view.places}
        self.area_at = {one.place: view.areas[one.area] for one in view.places}
        self.free = free_slots(self.land, self.dwarves)
        self.supply = view.me.supply
        self.hand = view.me.kingdom
        self.mine = {place: here[self.me.seat] for place, here in self.dwarves.items()}
        self.gems = view.me.gems or {}

    @property
    def is_last(self) -> bool:
        """Tell whether this is the last turn of its player."""
        return self.view.last_turns is not None and self.view.last_turns <= len(self.view.order)

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
        covers = command.place in self.top
        moved = self._covering(command.place, laid) if covers else self._joining(command.place, laid)
        rivals = sum(moved) - moved[self.me.seat]
        return moved[self.me.seat] - rivals / (len(moved) - 1)

    def _joining(self, place: str, laid: Laid) -> list[int]:
        """Say what each kingdom gains by a card on an empty place: it joins the areas that it is open to."""
        walls, land, joined = self.land.sides(laid), self.land, dict[int, AreaSeen]()
        for side, other in neighbours(place):
            if other in self.top and side not in walls and ACROSS[side] not in land.walls(other):
                area = self.area_at[other]
                joined[area.number] = area
        worth = land.kingdom[laid.card].star + sum([area.worth for area in joined.values()])
        moved = [0] * len(self.view.players)
        for area in joined.values():
            for seat in area.castles:
                moved[seat] = worth - area.worth
        if laid.card == "castle":
            moved[laid.owner] = worth
        return moved

    def _covering(self, place: str, laid: Laid) -> list[int]:
        """Say what each kingdom gains by a card on another."""
        land = self.land.with_card(place, laid)
        areas = [land.area_of(one.seat) for one in self.view.players]
        worths = [0 if area is None else land.worth(area) for area in areas]
        return [worth - one.worth for worth, one in zip(worths, self.view.players, strict=True)]


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
        yield from hunt(mind)


def hunt(mind: Mind) -> Iterator[Aim]:
    """Aim at the monsters that a hunter still needs, on the table or, to be played first, in the own hand."""
    points = MONSTER_POINTS + SECRET_POINTS / max(1, HUNTED - len(mind.me.slain))
    for place in mind.land.monsters:
        yield Aim(points + relief(mind, place), monster=place)
    for card in MONSTERS:
        if card in mind.hand:
            yield Aim(points, bait=card)


def monsters(mind: Mind) -> Iterator[Aim]:
    """Aim at a monster that stands in the own way."""
    for place in mind.land.monsters:
        yield Aim(MONSTER_POINTS + relief(mind, place), monster=place)


def relief(mind: Mind, place: str) -> float:
    """Say what the own kingdom gets back with a monster slain: stars, and a fourth action for some turns."""
    area = mind.area_at[place]
    if mind.me.seat not in area.castles:
        return 0
    stars = -mind.land.kingdom[mind.top[place]].star
    return stars if mind.is_last or mind.top[place] == "dragon" else stars + FOURTH


def gems(mind: Mind) -> Iterator[Aim]:
    """Aim at single gems and ogres: they count by themselves."""
    for gem, points in mind.view.tables.points.items():
        yield Aim(points * (2 if gem == "topaz" else 1), {**mind.gems, gem: mind.gems.get(gem, 0) + 1})
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
    if aim.bait:
        return [Task("", 0, 1 + mind.land.kingdom[aim.bait].need, aim.bait)]
    return with_room(mind, aim, found)


def with_room(mind: Mind, aim: Aim, found: list[Task]) -> list[Task] | None:
    """Put kingdom cards in front that have to leave the hand, so that it can hold the gems of an aim."""
    built = {one.card for one in found if one.card}
    held = len(mind.hand) + sum(aim.gems.values()) + aim.ogres
    over = held - len(built) - HAND_LIMIT
    if over <= 0 or sum([one.actions for one in found]) <= mind.view.actions_left:
        return found  # what is done in this turn is bought before anything is discarded
    card = next((card for card in BUILD if card in mind.hand and card not in built), "")
    return [Task("", 0, over, card), *found] if card else None


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
