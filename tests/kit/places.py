"""Every address of the site, found from the URL patterns: whoever tests "each page" can't forget one.

An address with a blank that nothing here fills fails all those tests, until somebody says what stands there.
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
    """What there is to go to: a match, and the secret parts of addresses somebody was sent."""

    found: Match
    link: str = "a link that is none"
    feed: str = "a feed that is none"
    offered: str = "none"
    mail: str = str(uuid.UUID(int=0))
    case: str = "none"


#: What stands in a blank: by the name of the address, where a name of a blank means several things.
FILLED: dict[str, Callable[[Scene], str]] = {
    "public_id": lambda scene: scene.found.public_id,
    "case public_id": lambda scene: scene.case,
    "offered": lambda scene: scene.offered,
    "link told": lambda scene: scene.link,
    "calendar told": lambda scene: scene.feed,
    "atom told": lambda scene: scene.feed,
    "message_id": lambda scene: scene.mail,
    "provider": lambda scene: "postmark",
    "slug": lambda scene: scene.found.game,
    "door": lambda scene: "none",
    "pk": lambda scene: "1",
}
#: Where only staff with a second factor get in: its pages are Django's, and have tests of their own.
STAFF = "admin/"


@dataclass(frozen=True)
class Place:
    """One address."""

    name: str
    route: str

    def path(self, scene: Scene) -> str:
        """Go there in this scene; raise KeyError where a blank is new."""
        return "/" + BLANK.sub(lambda blank: self._filling(blank[1])(scene), self.route)

    def _filling(self, blank: str) -> Callable[[Scene], str]:
        for key in (f"{self.name} {blank}", blank):
            if key in FILLED:
                return FILLED[key]
        raise KeyError(f"say in tests/kit/places.py what stands for <{blank}> in {self.route} ({self.name})")


def places() -> list[Place]:
    """List every address there is."""
    return list(_within(get_resolver().url_patterns, ""))


def place(name: str) -> Place:
    """Find an address by its name."""
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
            # Without a name: the same page at another spelling of its address.
            yield Place(one.name or one.callback.__name__, route)
