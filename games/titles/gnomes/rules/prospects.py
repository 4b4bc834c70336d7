"""What each answer to a question would bring, as far as the reader's view shows, and what stops it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Message, Param, Parts, Thing, Things
from games.rules.kernel.questions import Question
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.cards import HAND_LIMIT
from games.titles.gnomes.rules.choices import payable
from games.titles.gnomes.rules.facts import hindrance, standing
from games.titles.gnomes.rules.land import Laid, Land, by_row, xy
from games.titles.gnomes.rules.steps import commands_of
from games.titles.gnomes.rules.view import Sight


def prospects(view: Sight, question: Question) -> Sequence[Message]:
    """Say what the works of this turn would bring, or the goals, if that can be said."""
    tell = BY_KIND.get(question.kind)
    return tuple(tell(view)) if tell else ()


def act(view: Sight) -> Iterator[Message]:
    """Say what every card with own dwarves would bring."""
    land = view.land
    for place in land.ordered:
        if standing(view, place, view.active):
            yield work_at(view, land, place)


def work_at(view: Sight, land: Land, place: str) -> Message:
    """Say what a work would bring, what stops it, or how many dwarves are missing."""
    said: dict[str, Param] = at(place) | {"card": Thing("card", land.top[place])}
    kind = land.kingdom[land.top[place]]
    missing = kind.need - standing(view, place, view.active)
    if missing > 0:
        return Message("prospect.missing", said | {"count": missing})
    if why := hindrance(view, place):
        return Message(f"prospect.{why}", said)
    if kind.work == "gem":
        said |= {"gem": Thing("card", kind.gem), "count": min(kind.gives, view.piles.get(kind.gem, 0))}
    return Message(f"prospect.{kind.work}", said)


def work(view: Sight) -> Iterator[Message]:
    """Say what the works that are left would bring, and what each goal is worth that can be paid."""
    land = view.land
    for place in land.ordered:
        if standing(view, place, view.active) >= land.need[place] and place not in view.worked:
            yield work_at(view, land, place)
    for goal in view.goals:
        if payable([goal.goal], view.me.gems or {}):
            paid = sum(view.tables.points[gem] * count for gem, count in goal.cost.items())
            gems = Things("card", goal.cost)
            yield Message("prospect.buy", {"gems": gems, "points": goal.points, "paid": paid})


def discard(view: Sight) -> Iterator[Message]:
    yield Message("prospect.surplus", {"count": view.me.hand_count - HAND_LIMIT})


BY_KIND: dict[str, Callable[[Sight], Iterator[Message]]] = {"act": act, "work": work, "discard": discard}


# --- one answer


def reckon(view: Sight, question: Question, command: Command) -> Sequence[Message]:
    """Say what one answer would come to."""
    if isinstance(command, c.PlayKingdom):
        return tuple(kingdom_with(view, [command]))
    if isinstance(command, c.TakeTurn):
        return tuple(whole_turn(view, command))
    return ()


def whole_turn(view: Sight, command: c.TakeTurn) -> Iterator[Message]:
    """Tell the steps of a whole turn, and what is worked then."""
    steps = commands_of(command.steps)
    played = [one for one in steps if isinstance(one, c.PlayKingdom)]
    for card in played:
        yield Message("brings.play", at(card.place) | {"card": Thing("card", card.card)})
    placed = Counter([one.place for one in steps if isinstance(one, c.PlaceDwarf)])
    for place, count in placed.items():
        yield Message("brings.place", at(place) | {"count": count})
    moved = [one.way.split(">") for one in steps if isinstance(one, c.MoveDwarf)]
    for start, to in moved:
        x, y = xy(to)
        yield Message("brings.move", at(start) | {"to_x": x, "to_y": y})
    yield from kingdom_with(view, played)
    come = placed + Counter([to for _, to in moved])
    come.subtract(Counter([start for start, _ in moved]))
    yield works_after(view, with_cards(view, played), come)


def works_after(view: Sight, land: Land, come: Counter[str]) -> Message:
    """Say which cards are worked once dwarves have come and gone."""
    count = {place: standing(view, place, view.active) + come[place] for place in land.ordered}
    worked = [place for place in sorted(count, key=by_row) if count[place] >= land.need[place]]
    if not worked:
        return Message("brings.no_work")
    parts = [Message("brings.work", at(place) | {"card": Thing("card", land.top[place])}) for place in worked]
    return Message("brings.works", {"works": Parts(tuple(parts))})


def kingdom_with(view: Sight, played: Sequence[c.PlayKingdom]) -> Iterator[Message]:
    """Say what the own kingdom would be worth with some cards more, if that changes."""
    area = with_cards(view, played).area_of(view.active)
    worth = 0 if area is None else view.land.worth(area)
    now = view.players[view.active].worth
    if worth != now:
        yield Message("brings.worth", {"points": worth, "now": now})


def with_cards(view: Sight, played: Sequence[c.PlayKingdom]) -> Land:
    land = view.land
    for one in played:
        land = land.with_card(one.place, Laid(one.card, view.active, one.turn))
    return land


def at(place: str) -> dict[str, Param]:
    """Give a place as blanks of a sentence."""
    x, y = xy(place)
    return {"x": x, "y": y}
