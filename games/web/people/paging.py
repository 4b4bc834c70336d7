"""Pages of a long list: which one an address asks for, and which are beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FURTHEST = 1000


@dataclass(frozen=True)
class Paging:
    number: int
    more: bool  # there is a page after it

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1 if self.more else 0


def page_asked(told: Mapping[str, str]) -> int:
    """Read the number of a page from an address; 1 for anything that is none."""
    asked = told.get("page", "")
    is_number = asked.isascii() and asked.isdigit() and len(asked) <= len(str(FURTHEST))
    return min(max(int(asked), 1), FURTHEST) if is_number else 1
