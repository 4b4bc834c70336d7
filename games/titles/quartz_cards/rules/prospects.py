"""What each answer to a question would bring, as far as the reader's view shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.rules.kernel.messages import Message, Param, Thing
from games.rules.kernel.questions import Question
from games.titles.quartz_cards.rules.line import (
    crystal_of,
    crystals,
    gives_way,
    joined,
    mine_cards_in,
    points,
)
from games.titles.quartz_cards.rules.odds import promise, risk
from games.titles.quartz_cards.rules.plans import is_doomed
from games.titles.quartz_cards.rules.view import Sight


def prospects(view: Sight, question: Question) -> Sequence[Message]:
    """Work out what each answer would bring, if that can be said."""
    reckon = BY_KIND.get(question.kind)
    return tuple(reckon(view)) if reckon else ()


def turn(view: Sight) -> Iterator[Message]:
    for gem, count in view.me.columns.items():
        worth = points({gem: count}, view.values)
        yield Message("prospect.protect", {"crystal": Thing("gem", gem), "count": count, "points": worth})
    if is_doomed(view):
        yield Message("prospect.explore.doomed")
    elif view.me.presents:
        yield Message("prospect.explore.present", {"percent": round(100 * risk(view))})


def dig(view: Sight) -> Iterator[Message]:
    yield Message(
        "prospect.dig_on",
        {"percent": round(100 * risk(view)), "worth": view.line_worth, "average": round(promise(view))},
    )
    yield Message("prospect.stop", {"worth": view.line_worth, "points": in_all(view, view.line)})


def hire(view: Sight) -> Iterator[Message]:
    card = view.line[-1]
    left = view.line_worth - view.values[crystal_of(card)]
    yield Message("prospect.hire", {"card": Thing("mine", card), "worth": left})
    yield Message("prospect.decline_hire", {"worth": view.line_worth})


def help_(view: Sight) -> Iterator[Message]:
    tray = view.tray or []
    for place, kept in enumerate(tray):
        rest = [*tray[:place], *tray[place + 1 :]]
        if not rest:
            yield Message("prospect.keep_only", {"kept": Thing("mine", kept), "points": in_all(view, [kept])})
            continue
        way = "prospect.keep.accident" if gives_way([*view.line, *rest]) else "prospect.keep"
        cards: dict[str, Param] = {"kept": Thing("mine", kept), "laid": Thing("mine", rest[0])}
        yield Message(way, cards | {"points": in_all(view, [kept])})


def in_all(view: Sight, cards: Sequence[str]) -> int:
    """Count what the reader would have with these cards added, under the chest too."""
    lot = joined(view.me.columns, view.me.chest or {}, crystals(mine_cards_in(cards)))
    return points(lot, view.values)


BY_KIND: dict[str, Callable[[Sight], Iterator[Message]]] = {
    "turn": turn,
    "dig": dig,
    "hire": hire,
    "help": help_,
}
