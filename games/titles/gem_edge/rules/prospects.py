"""What each answer to a question would bring, as far as the reader's view shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Message, Param, Thing
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.cards import GOAL, MARKS, ORNAMENTS
from games.titles.gem_edge.rules.pieces import handable, piece_of, places_left, worth
from games.titles.gem_edge.rules.public import can_take, fitting, inserts
from games.titles.gem_edge.rules.view import Sight
from games.titles.gem_edge.rules.whole_turns import finishes


def prospects(view: Sight, question: Question) -> Sequence[Message]:
    """Work out what each answer would bring, if that can be said."""
    told = BY_KIND.get(question.kind)
    return tuple(told(view)) if told else ()


def act(view: Sight) -> Iterator[Message]:
    if can_take(view, Seat(view.reader)):
        yield take(view)
    yield from finishing(view)
    yield from hand_ins(view)


def take(view: Sight) -> Message:
    """Say what the stone at the mouth is good for."""
    stone: dict[str, Param] = {"stone": Thing("stone", view.slide[0])}
    keys = fitting(view, Seat(view.reader), view.slide[0])
    if not keys:
        return Message("prospect.take.idle", stone)
    return Message("prospect.take", {**stone, "ornament": Thing("ornament", keys[0])})


def finishing(view: Sight) -> Iterator[Message]:
    """Name the stones that would finish an ornament."""
    me = Seat(view.reader)
    for way in inserts(view, me):
        if finishes(view, me, way):
            stone, ornament = Thing("stone", way[0]), Thing("ornament", way[1])
            points = view.worth[way[1]]
            yield Message("prospect.finish", {"stone": stone, "ornament": ornament, "points": points})


def hand_ins(view: Sight) -> Iterator[Message]:
    for keys in handable(view.pieces[view.reader]):
        yield handing_in(view, keys)


def handing_in(view: Sight, keys: Sequence[str]) -> Message:
    """Say where the pawn would be, and how many others would draw a card for it (GE-8)."""
    before, points = view.me.points, worth(keys, view.worth, view.bonus)
    params: dict[str, Param] = {"points": points, "total": before + points}
    if before + points >= GOAL:
        return Message("prospect.hand_in.wins", params)
    drawn = sum(
        one.points < mark
        for mark in MARKS
        if before < mark <= before + points
        for one in view.jewellers
        if one.seat != view.reader
    )
    if drawn:
        return Message("prospect.hand_in.cards", {**params, "cards": drawn})
    return Message("prospect.hand_in.set" if len(keys) > 1 else "prospect.hand_in", params)


def market(view: Sight) -> Iterator[Message]:
    """Say how many stones of each ornament lie in the cart already."""
    for key in view.market:
        yield chosen(view, key)


def chosen(view: Sight, key: str) -> Message:
    params: dict[str, Param] = {"ornament": Thing("ornament", key), "points": view.worth[key]}
    return Message("prospect.choose", {**params, "places": len(ORNAMENTS[key].sockets)})


BY_KIND: dict[str, Callable[[Sight], Iterator[Message]]] = {
    "act": act,
    "hand_in": hand_ins,
    "market": market,
}


def reckon(view: Sight, question: Question, command: Command) -> Sequence[Message]:
    """Say what one answer would come to."""
    if view.reader < 0:
        return ()
    if isinstance(command, c.HandIn):
        keys = tuple(sorted(command.ornaments))
        return (handing_in(view, keys),) if keys in handable(view.pieces[view.reader]) else ()
    if isinstance(command, c.Take) and can_take(view, Seat(view.reader)):
        return (take(view),)
    if isinstance(command, c.Insert):
        return tuple(inserted(view, command))
    if isinstance(command, c.Choose) and command.ornament in view.market:
        return (chosen(view, command.ornament),)
    return ()


def inserted(view: Sight, command: c.Insert) -> Iterator[Message]:
    """Say how many places an ornament would have left."""
    work = piece_of(view.pieces[view.reader], command.ornament)
    if work is not None and (command.stone, command.ornament) in inserts(view, Seat(view.reader)):
        name: dict[str, Param] = {"ornament": Thing("ornament", work.key)}
        yield Message("reckon.insert", {**name, "count": places_left(work) - 1})
