"""What is said in a chat, before it is written as one service wants it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mention:
    """Somebody to ping: by the name others read, and as the service calls them."""

    name: str
    called: str


@dataclass(frozen=True)
class ChatText:
    """One message. `text` may hold names that people chose, so every service makes it harmless in its way."""

    text: str
    url: str
    #: What it is about. A later message that is about nothing else replaces this one.
    about: Sequence[str]
    mentions: Sequence[Mention] = ()
    facts: Mapping[str, object] = field(default_factory=dict)  # the same for programs

    @property
    def digest(self) -> str:
        told = [self.text, self.url, *(f"{one.name}\n{one.called}" for one in self.mentions)]
        return hashlib.sha256("\n\n".join(told).encode()).hexdigest()

    def continues(self, about: Sequence[str]) -> bool:
        """Tell whether this says nothing beyond what an earlier message was about."""
        return {*self.about} <= {*about}
