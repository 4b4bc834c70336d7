"""Each event as a reader may have it: fields listed one by one, hidden ones only where they may be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.messages import Seen, listed
from games.rules.kernel.seats import Reader, may_read
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.options import Options

#: Events that everybody may read whole.
OPEN: dict[type[Event], tuple[str, ...]] = {
    e.SatDown: ("order", "cards", "dwarves", "rounds", "tables"),
    e.GoalsOpened: ("goals",),
    e.GemGiven: ("seat", "gem"),
    e.TurnBegan: ("seat", "round"),
    e.StepAsked: ("seat", "part", "watching"),
    e.MomentCame: ("seat", "watching", "steps", "then"),
    e.KingdomPlayed: ("seat", "card", "place", "turn", "own"),
    e.DwarfPlaced: ("seat", "place"),
    e.DwarfMoved: ("seat", "start", "to"),
    e.Bounced: ("seat", "rival", "place", "count"),
    e.DwarfShoved: ("seat", "owner", "start", "to", "again"),
    e.DwarvesSwapped: ("seat", "first", "start", "second", "to"),
    e.GoalShown: ("seat", "goal", "final"),
    e.WorkBegan: ("seat",),
    e.GemsMined: ("seat", "place", "home", "gem", "count"),
    e.OgresShuffled: ("count",),
    e.StackDug: ("seat", "place", "home", "stack", "card"),
    e.GoalBought: ("seat", "place", "home", "goal", "points", "paid", "opened"),
    e.MonsterSlain: ("seat", "place", "home", "card", "others"),
    e.WorkedInVain: ("seat", "place", "home", "why"),
    e.CardsDiscarded: ("seat", "gems", "ogres"),
    e.LastTurnsBegan: ("seat", "turns"),
    e.TurnEnded: ("seat",),
    e.MatchEnded: ("why",),
}

Fields = dict[str, object]


def redact(event: Event, reader: Reader, options: Options) -> Seen | None:
    """Give an event as `reader` may see it."""
    names = OPEN.get(type(event))
    if names is not None:
        return Seen(kind_of(event), listed(event, *names))
    return Seen(kind_of(event), GUARDED[type(event)](event, reader))


def secret_dealt(event: e.SecretDealt, reader: Reader) -> Fields:
    return listed(event, "seat", *(["goal"] if may_read(reader, event.seat) else []))


def gem_stolen(event: e.GemStolen, reader: Reader) -> Fields:
    concerned = may_read(reader, event.seat) or may_read(reader, event.rival)
    return listed(event, "seat", "rival", *(["gem"] if concerned else []))


def ogre_stolen(event: e.OgreStolen, reader: Reader) -> Fields:
    concerned = may_read(reader, event.seat) or may_read(reader, event.rival)
    return listed(event, "seat", "rival", *(["ogre"] if concerned else []))


def ogre_hired(event: e.OgreHired, reader: Reader) -> Fields:
    return listed(event, "seat", "place", "home", *(["ogre"] if may_read(reader, event.seat) else []))


GUARDED: dict[type[Event], Callable[[Any, Reader], Fields]] = {
    e.SecretDealt: secret_dealt,
    e.GemStolen: gem_stolen,
    e.OgreStolen: ogre_stolen,
    e.OgreHired: ogre_hired,
}
