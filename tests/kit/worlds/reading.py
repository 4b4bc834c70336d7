"""Everything a reader gets, aspect by aspect, as bytes to compare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.rules.kernel import chain
from games.rules.kernel.codec import canonical
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.redaction import message, reads_whole, seen
from games.rules.kernel.seats import PUBLIC, EventNumber, Reader

Reading = dict[str, bytes | Exception]

# Canonical bytes are sorted by name, so they would hide an order that reveals something.
_as_it_stands = msgspec.json.Encoder().encode


class Leak(AssertionError):
    """Raised when two worlds that must read the same don't; `aspects` says in what they differ."""

    def __init__(self, when: str, **differing: tuple[object, object]) -> None:
        self.aspects = frozenset(differing)
        sides = "".join(f"\n{name}:\n  {one}\n  {other}" for name, (one, other) in differing.items())
        super().__init__(f"two worlds differ {when}{sides}")


class Parted(Exception):
    """Raised when a pair can't be compared any further, with the reason; nothing is wrong with that."""


class Stumbled(Parted):
    """Raised when both worlds run into an error: a fault of the game, but one that reveals nothing."""

    def __init__(self, error: Exception) -> None:
        super().__init__("both stumble")
        self.error = error


class Covers:
    """Covers what differs between any two matches and reveals nothing: compared by kind and length only.

    The list is closed: a match's commitment, and the leaf that replaces a record in a seat's export.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._commitment = chain.commitment(secret).encode()

    def cover(self, shown: bytes) -> bytes:
        return shown.replace(self._commitment, b"commitment of %d digits" % len(self._commitment))

    def leaf(self, number: EventNumber, line: bytes) -> bytes:
        return b"leaf of %d bytes" % len(chain.leaf(chain.blind(self._secret, number), line))


def sight(rules: AnyRules, state: Any, rewound: EventNumber, reader: Reader) -> Reading:
    """Read the state of a match: the questions with their names, the reader's own choices, the view."""
    try:
        asked = list(rules.core.open(state))
    except Exception as error:
        return {"questions": error}
    questions = _as_it_stands([(question.name(rewound), question) for question in asked])
    if not any(question.awaited for question in asked):
        # The match is over: from here on nothing is hidden.
        return {"questions": questions, "over": _tried(lambda: rules.core.outcome(state) is not None)}
    own = [question for question in asked if question.seat == reader]
    return {
        "questions": questions,
        "choices": _tried(lambda: [rules.core.choices(state, question) for question in own]),
        "outcome": _tried(lambda: rules.core.outcome(state)),
        "view": _tried(lambda: rules.core.view(state, reader)),
    }


def passed_on(rules: AnyRules, state: Any) -> Reading:
    """Read what emails without the hand contain, as they may be forwarded to anyone."""
    try:
        return {"passed on": _as_it_stands([_in_mails(rules, state, one) for one in rules.core.open(state)])}
    except Exception as error:
        return {"passed on": error}


def _in_mails(rules: AnyRules, state: Any, question: Question) -> tuple[object, object]:
    silence = (
        rules.core.silence(state, question) if question.awaited and not rules.secrecy.has_secrets else None
    )
    if rules.secrecy.has_secrets:
        silence = rules.secrecy.public_silence(rules.core.view(state, PUBLIC), question)
    return offered_by_mail(rules, state, question), silence


def offered_by_mail(rules: AnyRules, state: Any, question: Question) -> Choices:
    """List what such an email offers: everything, if the game hides nothing."""
    if not rules.secrecy.has_secrets:
        return rules.core.choices(state, question)
    return rules.secrecy.public_choices(rules.core.view(state, PUBLIC), question)


def report(rules: AnyRules, record: Record[Any], reader: Reader, options: Any, covers: Covers) -> Reading:
    """Read one record: what is seen of it, its sentence, and its bytes if the reader may have them."""
    try:
        event = seen(rules, record, reader, options)
    except Exception as error:
        return {"seen": error}
    line = canonical(record)
    return {
        "seen": covers.cover(_as_it_stands(event)),
        "sentence": _tried(lambda: event and message(rules, event)),
        "whole": covers.cover(line) if reads_whole(record, event) else covers.leaf(record.number, line),
    }


def _tried(read: Callable[[], object]) -> bytes | Exception:
    try:
        return _as_it_stands(read())
    except Exception as error:
        return error


def compare(when: str, one: Reading, other: Reading) -> None:
    """Raise Leak if two readings differ, or Stumbled if both ran into an error."""
    differing: dict[str, tuple[object, object]] = {}
    for aspect in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(aspect), other.get(aspect)
        if isinstance(mine, Exception) and isinstance(theirs, Exception):
            raise Stumbled(mine)
        if isinstance(mine, Exception) or isinstance(theirs, Exception):
            differing["error"] = (repr(mine), repr(theirs))
        elif mine != theirs:
            differing[aspect] = (mine, theirs)
    if differing:
        raise Leak(when, **differing)
