"""Every URL of the site, taken from the URL patterns, so that tests of "each page" can't forget one.

A URL with a parameter that isn't known here fails all those tests until somebody adds a value for it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from games.models import Match

BLANK = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass
class Scene:
    """What URLs can point to: a match, and the secret parts of emailed URLs."""

    found: Match
    link: str = "a link that is none"
    feed: str = "a feed that is none"
    offered: str = "none"
    mail: str = str(uuid.UUID(int=0))
    case: str = "none"
    circle: str = "none"
    circle_door: str = "none"
    player: str = str(uuid.UUID(int=0))


#: Values of parameters, by name; by URL name too if a parameter means several things.
FILLED: dict[str, Callable[[Scene], str]] = {
    **dict.fromkeys(("public_id", "match_id"), lambda scene: scene.found.public_id),
    "game": lambda scene: scene.found.game,
    "case public_id": lambda scene: scene.case,
    **dict.fromkeys(
        ("circle public_id", "circle_members public_id", "circle_chat public_id", "join_circle public_id"),
        lambda scene: scene.circle,
    ),
    "player_id": lambda scene: scene.player,
    "join_circle door": lambda scene: scene.circle_door,
    "offered": lambda scene: scene.offered,
    "link told": lambda scene: scene.link,
    "calendar told": lambda scene: scene.feed,
    "atom told": lambda scene: scene.feed,
    "message_id": lambda scene: scene.mail,
    "provider": lambda scene: "postmark",
    "slug": lambda scene: scene.found.game,
    "day": lambda scene: "2026-03-02",
    "door": lambda scene: "none",
    "pk": lambda scene: "1",
}
#: Only for staff with two-step verification: Django's pages, which have tests of their own.
STAFF = "admin/"


@dataclass(frozen=True)
class Place:
    """One URL."""

    name: str
    route: str

    def path(self, scene: Scene) -> str:
        """Fill in the parameters for this scene; raise KeyError for one that isn't known."""
        return "/" + BLANK.sub(lambda blank: self._filling(blank[1])(scene), self.route)

    def _filling(self, blank: str) -> Callable[[Scene], str]:
        for key in (f"{self.name} {blank}", blank):
            if key in FILLED:
                return FILLED[key]
        raise KeyError(f"say in tests/kit/places.py what stands for <{blank}> in {self.route} ({self.name})")


def places() -> list[Place]:
    """List every URL of the site."""
    return list(_within(get_resolver().url_patterns, ""))


def place(name: str) -> Place:
    """Find a URL by its name."""
    return next(one for one in places() if one.name == name)


def _within(patterns: list[Any], before: str) -> Iterator[Place]:
    for one in patterns:
        route = before + str(one.pattern)
        if route == STAFF:
            continue
        assert isinstance(one.pattern, RoutePattern), f"{route}: an address is a route here"
        if isinstance(one, URLResolver):
            yield from _within(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            # Without a name: the same page under another spelling of its URL.
            yield Place(one.name or one.callback.__name__, route)
