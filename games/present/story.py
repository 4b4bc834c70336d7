"""The log as sentences for one reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.present.names import Names
from games.present.words import render_message
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record, Rewound
from games.rules.kernel.fold import played
from games.rules.kernel.messages import Param, Parts, Seen, Who
from games.rules.kernel.redaction import message, seen
from games.rules.kernel.seats import Reader
from games.rules.kernel.table import Table

BACK = gettext_noop("The match went back to an earlier moment.")


@dataclass(frozen=True)
class StoryLine:
    """One sentence, with what it can be found by: the seats it names, its kind, and its part of the match.

    The text is rendered when it is read, since a page shows only the end of a long log.
    """

    number: int  # of its event: to cut the story in two, never to be shown
    kind: str
    who: frozenset[int]
    part: int  # counted from one; zero before the first
    say: Callable[[], str] = field(repr=False, compare=False)

    @cached_property
    def text(self) -> str:
        return self.say()


class MatchStory:
    """What happened in one match, for one reader."""

    def __init__(
        self,
        rules: AnyRules,
        records: Sequence[Record[Any]],
        table: Table[Any, Any],
        reader_of: Callable[[int], Reader],  # by the number of the event
        names: Names,
    ) -> None:
        self._records = records
        self._rules, self._names, self._options = rules, names, table.options
        self._reader_of = reader_of

    @cached_property
    def lines(self) -> list[StoryLine]:
        return list(self._lines(self._seen(played(self._records))))

    def _seen(self, records: Iterable[Record[Any]]) -> Iterator[tuple[int, Seen]]:
        for record in records:
            event = seen(self._rules, record, self._reader_of(record.number), self._options)
            if event:
                yield record.number, event

    def _lines(self, seen_events: Iterator[tuple[int, Seen]]) -> Iterator[StoryLine]:
        part = 0
        for number, event in seen_events:
            part += event.kind in self._rules.text.chapters
            sentence = message(self._rules, event)
            if sentence is None:
                continue
            words = partial(render_message, self._rules, sentence, self._names.seat, self._options)
            yield StoryLine(number, event.kind, frozenset(seats_named(sentence.params.values())), part, words)

    def lines_since(self, number: int) -> list[StoryLine]:
        """List what came after an event, without looking at the log before it."""
        return list(self._lines(self._seen(played(self._records, number))))

    def since(self, number: int) -> list[str]:
        """List what came after an event; if play went back, say so first, since no line of the log does."""
        new = [line.text for line in self.lines_since(number)]
        return [gettext(BACK), *new] if self.went_back(number) else new

    def latest(
        self, number: int, most: int, seat: int | None = None, before: int | None = None
    ) -> tuple[list[str], int]:
        """List the end of what came after an event (and before another), and count what is left out.

        Of a long story, lines that name a seat stay rather than others, so that nobody misses an attack.
        """
        new = [
            line for line in self.lines if line.number > number and (before is None or line.number < before)
        ]
        if len(new) <= most + 1:  # a line that says "and 1 more" is as long as the one it leaves out
            most += 1
        end = new[-most:]
        if len(new) > most and seat is not None:
            early = [line for line in new[:-most] if seat in line.who][-(most // 3) :]
            end = [*early, *new[len(new) - most + len(early) :]]
        told = [line.text for line in end]
        back = [gettext(BACK)] if self.went_back(number) else []
        return [*back, *told], len(new) - len(end)

    def went_back(self, number: int) -> bool:
        """Check whether play went back after an event."""
        new = takewhile(lambda record: record.number > number, reversed(self._records))
        return any(isinstance(record.event, Rewound) for record in new)

    def between(self, first: int, last: int) -> list[str]:
        """List what one move did."""
        did = (one for one in played(self._records, first - 1) if one.number <= last)
        return [line.text for line in self._lines(self._seen(did))]


def seats_named(params: Iterable[Param]) -> Iterator[int]:
    """Yield the seats a sentence names."""
    for one in params:
        if isinstance(one, Who):
            yield one.seat
        elif isinstance(one, Parts):
            for part in one.parts:
                yield from seats_named(part.params.values())
