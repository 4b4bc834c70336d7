"""A sensible robot. It sees what a player in its seat would see, and nothing else.

It weighs aims by what they bring for each action they still take: a trade goal with the gems it needs, a
secret goal, a monster in its own kingdom, a card more there, a monster for a rival. The best one gets the
next action.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choice, Choices, Question, things
from games.rules.kernel.robots import choices_in
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.aims import Aim, Mind, Task, aims, tasks, trades
from games.titles.gnomes.rules.cards import HAND_LIMIT, MONSTERS, cost
from games.titles.gnomes.rules.choices import DONE, SHOW
from games.titles.gnomes.rules.land import neighbours
from games.titles.gnomes.rules.view import Sight
from games.titles.gnomes.rules.whole_turns import BUILD

WORTH_A_CARD = 0.9  # what a star is worth beside a point that ends the match sooner
LAST_CARDS = 3.0  # in the last turn stars count at once
MOST_TRIED = 12  # places for a card
PATIENCE = 1.0  # actions that every aim costs more than it seems


def steward(view: Sight, question: Question, dice: random.Random) -> Command:
    """Answer any question of Gnomes."""
    found = choices_in(view, question)
    if SHOW in found:
        return c.ShowGoal()
    return ANSWERS[question.kind](view, found)


# --- actions


def act(view: Sight, found: Choices) -> Command:
    mind = Mind(view)
    ogre = next(ogres(mind, found), None)
    if ogre is not None:
        return ogre
    action = best_action(mind) if view.actions_left else None
    if action is not None:
        return action
    return c.Done() if DONE in found else c.FinishTurn()


def best_action(mind: Mind) -> Command | None:
    """Give the next action: the castle, all dwarves out for the overseer, or what is rated best."""
    if "castle" in mind.hand:
        return build(mind, "castle")
    if oversees(mind) and (out := place_anywhere(mind)):
        return out
    rated = sorted(rated_actions(mind), key=lambda one: -one[0])
    return next((action for _, make in rated if (action := make()) is not None), None)


Rated = tuple[float, Callable[[], "Command | None"]]


def rated_actions(mind: Mind) -> Iterator[Rated]:
    for aim in aims(mind):
        yield from rated_aim(mind, aim)
    yield from kingdom_actions(mind)


def rated_aim(mind: Mind, aim: Aim) -> Iterator[Rated]:
    """Rate an aim by its points for each action, if it can be reached at all."""
    found = tasks(mind, aim)
    if found is None:
        return
    actions = sum(one.actions for one in found)
    if mind.is_last and actions > mind.view.actions_left:
        return
    if actions:
        yield aim.points / (actions + PATIENCE), partial(advance, mind, found)


def advance(mind: Mind, found: list[Task]) -> Command | None:
    """Make the next action for the first task that has one."""
    for task in found:
        if task.card:
            return build(mind, task.card)
        if task.missing and (step := bring(mind, task, {one.place for one in found})):
            return step
    return None


def bring(mind: Mind, task: Task, busy: set[str]) -> Command | None:
    """Bring a dwarf to a place: out of the supply, or from the nearest card where it isn't needed."""
    if task.place not in mind.free:
        return None
    if mind.supply:
        return c.PlaceDwarf(task.place)
    return come(mind, task.place, busy)


def come(mind: Mind, target: str, busy: set[str]) -> Command | None:
    """Move the nearest spare dwarf one card closer."""
    ways, seen, left = mind.land.ways, {target}, [target]
    for place in left:
        for other in ways[place]:
            if other in seen:
                continue
            if mind.spare(other) and other not in busy and place in mind.free:
                return c.MoveDwarf(f"{other}>{place}")
            seen.add(other)
            left.append(other)
    return None


def oversees(mind: Mind) -> bool:
    """Tell whether all dwarves can be on cards at the end of this turn's actions, for the secret goal."""
    wanted = mind.me.secret == "overseer" and not mind.me.shown
    return wanted and 0 < mind.supply <= mind.view.actions_left


def place_anywhere(mind: Mind) -> Command | None:
    places = [*[one for one in mind.land.prizes if one in mind.free], *mind.free]
    return c.PlaceDwarf(places[0]) if places else None


# --- kingdom cards


def build(mind: Mind, card: str) -> Command:
    """Play a kingdom card where it brings most beside the rivals."""
    return best_play(mind, card)[1]


def kingdom_actions(mind: Mind) -> Iterator[Rated]:
    """Rate a card more, and a monster for the rivals, by the stars they move."""
    cards = [card for card in BUILD if card in mind.hand]
    for card in [*sorted(cards, key=lambda one: -mind.land.kingdom[one].star)[:1], *MONSTERS]:
        if card in mind.hand:
            gain, command = best_play(mind, card)
            gain += mind.secret_for_building if card in cards else 0
            if gain > 0:
                yield gain * (LAST_CARDS if mind.is_last else WORTH_A_CARD), partial(itself, command)


def itself(command: Command) -> Command:
    return command


def best_play(mind: Mind, card: str) -> tuple[float, Command]:
    """Try a card on the most promising places, turned each way, and rate what it moves."""
    plays = [
        c.PlayKingdom(cast("c.KingdomCard", card), place, turn)
        for place in places_for(mind, card)
        for turn in range(4)
    ]
    rated = [(mind.rate(play), -number) for number, play in enumerate(plays)]
    best = max(rated)
    return best[0], plays[-best[1]]


def places_for(mind: Mind, card: str) -> list[str]:
    """List places to try: next to the own kingdom, or to the rivals' for a monster, then any."""
    areas = [one for one in mind.view.areas if (mind.me.seat in one.castles) != (card in MONSTERS)]
    near = {place for area in areas if area.castles for place in area.places}
    edge = [place for place in mind.land.edge if any(other in near for _, other in neighbours(place))]
    mines = [one for one in mind.land.cover["mine"] if one in near and one not in mind.view.dwarves]
    found = [*(mines[:MOST_TRIED] if card == "dragon" else []), *edge[:MOST_TRIED]]
    return found or list(mind.land.edge[:MOST_TRIED])


# --- ogres


def ogres(mind: Mind, found: Choices) -> Iterator[Command]:
    """Play an ogre that helps at once; three are kept for the warlord."""
    keeps = mind.me.secret == "warlord" and not mind.me.shown
    offers: dict[str, list[Choice]] = {}
    for choice in found:
        offers.setdefault(choice.command, []).append(choice)
    if not keeps:
        for command, play in OGRES.items():
            if command in offers and (played := play(mind, offers[command])):
                yield played


def richest(mind: Mind, choices: list[Choice]) -> int:
    seats = [int(seat) for seat in choices[0].fields[0].values]
    return max(seats, key=lambda seat: mind.points(mind.view.players[seat]))


def steal_gem(mind: Mind, choices: list[Choice]) -> Command | None:
    return c.StealGem(richest(mind, choices))


def steal_ogre(mind: Mind, choices: list[Choice]) -> Command | None:
    return c.StealOgre(richest(mind, choices))


def bounce(mind: Mind, choices: list[Choice]) -> Command | None:
    """Send two dwarves of a rival home who would work in their next turn."""
    for choice in choices:
        rival, places, count = (field.values for field in choice.fields)
        for place in map(str, places):
            need = mind.land.need[place]
            if count[0] == 2 and need <= mind.view.dwarves[place][int(rival[0])]:
                return c.Bounce(int(rival[0]), place, 2)
    return None


OGRES: dict[str, Callable[[Mind, list[Choice]], Command | None]] = {
    "steal_gem": steal_gem,
    "steal_ogre": steal_ogre,
    "bounce": bounce,
}


# --- work


def work(view: Sight, found: Choices) -> Command:
    """Slay, hire and mine first, then buy what brings most; a castle digs off what lies over a mine."""
    offers = {choice.command: choice.fields for choice in found}
    if "work" in offers:
        return c.Work(slay_first(view, [str(one) for one in offers["work"][0].values]))
    if "buy" in offers:
        shops, goals = (field.values for field in offers["buy"])
        return c.Buy(str(shops[0]), max(map(str, goals), key=lambda goal: bargain(view, goal)))
    return c.FinishTurn()


def slay_first(view: Sight, places: list[str]) -> str:
    tops = {one.place: one.top.card for one in view.places}
    return min(places, key=lambda place: tops[place] not in MONSTERS)


def bargain(view: Sight, goal: str) -> float:
    """Rate a trade goal beside the gems it costs."""
    paid = sum(view.tables.points[gem] * count for gem, count in cost(goal).items())
    return view.tables.goals[goal] - paid


def discard(view: Sight, found: Choices) -> Command:
    """Keep the gems of the aim that is rated best; of the others the cheapest go, then ogres."""
    mind = Mind(view)
    kept = max(trades(mind), key=lambda aim: worth_of(mind, aim), default=None)
    wanted = dict(kept.gems) if kept else {}
    points = view.tables.points
    loose, needed = list[str](), list[str]()
    for gem in sorted(things(mind.gems), key=lambda gem: (points[gem], gem)):
        if wanted.get(gem, 0) > 0:
            wanted[gem] -= 1
            needed.append(gem)
        else:
            loose.append(gem)
    order = [*loose, *reversed(view.me.ogres or ()), *needed]
    return c.Discard(order[: mind.me.hand_count - HAND_LIMIT])


def worth_of(mind: Mind, aim: Aim) -> float:
    found = tasks(mind, aim)
    return -99 if found is None else aim.points / (sum(one.actions for one in found) + PATIENCE)


ANSWERS: dict[str, Callable[[Sight, Choices], Command]] = {
    "act": act,
    "work": work,
    "discard": discard,
    "go_on": lambda view, found: c.GoOn(),
}
