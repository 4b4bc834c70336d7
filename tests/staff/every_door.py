"""Every address of the rooms, filled in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.urls import URLResolver

from games.models import Case, Look, Match
from games.staff.actions import ACTIONS
from tests.kit.cast import person

BLANK = re.compile(r"<\w+:(\w+)>")
#: What one can do at an address: by its name, all that may stand in its blank.
ACTS: dict[str, list[str]] = {name: [*offered] for name, offered in ACTIONS.items()}
#: Where one does something without such a blank.
FORMS = {"games_player_change"}
#: Pages of Django's own that are the same whoever asks, and do nothing but sign out.
PLAIN = {"login", "logout", "jsi18n"}


@dataclass(frozen=True)
class Door:
    name: str
    path: str

    @property
    def acts(self) -> bool:
        return self.name in ACTS or self.name in FORMS


@dataclass(frozen=True)
class Scene:
    """A match with a case and a look somebody has taken; bob plays there and judges elsewhere."""

    found: Match
    case: Case
    look: Look

    def filled(self, name: str) -> dict[str, str]:
        is_case = name.startswith("case")
        return {
            "public_id": self.case.public_id if is_case else self.found.public_id,
            "look": str(self.look.pk),
            "player_id": str(person("alice").pk),
            "object_id": str(person("alice").pk),
        }


def doors(filled: Callable[[str], dict[str, str]]) -> list[Door]:
    """List every address of the rooms, with each act there is."""
    return list(_within(admin.site.urls[0], "/admin/", filled))


def _within(patterns: Any, before: str, filled: Callable[[str], dict[str, str]]) -> Iterator[Door]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _within(one.url_patterns, route, filled)
        elif one.name and one.name not in PLAIN and "(?P" not in route:
            for act in ACTS.get(one.name, [""]):
                blanks = filled(one.name) | ({"act": act} if act else {})
                yield Door(one.name, BLANK.sub(r"{\1}", route).format(**blanks))
