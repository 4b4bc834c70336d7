"""The lines of a log: header, whole or covered events, footer."""

from __future__ import annotations

import msgspec

from games.rules.kernel import chain
from games.rules.kernel.codec import canonical
from games.rules.kernel.messages import Seen
from games.rules.kernel.seats import EventNumber

FORMAT = 1
EVERYBODY = "everybody"


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line. `secret` and `words` are there once the match is over."""

    format: int
    game: str
    rules: int
    seats: int
    commitment: str
    reader: int | str
    secret: str | None = None
    words: tuple[str, ...] | None = None


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event that the reader may see whole, as it is stored."""

    number: EventNumber
    digest: str
    blind: str
    record: msgspec.Raw

    def leaf(self) -> bytes:
        return chain.leaf(bytes.fromhex(self.blind), bytes(self.record))


class Covered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event of which the reader may see this much, or nothing; the chain includes it."""

    number: EventNumber
    digest: str
    leaf: str
    seen: Seen | None


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: without it, the file is cut off."""

    end: int
    digest: str


def written(line: Header | Whole | Covered | Footer) -> bytes:
    """Encode a line, with its line end."""
    return canonical(line) + b"\n"
