"""What is known of a game without loading its rules."""

from __future__ import annotations

import msgspec


class Meta(msgspec.Struct, frozen=True):
    slug: str
    title: str
    least_seats: int
    most_seats: int
    about: str

    @property
    def seats(self) -> range:
        return range(self.least_seats, self.most_seats + 1)
