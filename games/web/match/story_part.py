"""Part of a match page: the log, whole or filtered by player, day or topic, with what is new apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.infra.statements import kept
from games.models import Door, Match, Submission
from games.present.names import Names, readable
from games.present.seat_view import SeatView
from games.present.standing_orders import SelectOption
from games.present.story import BACK, MatchStory, StoryLine
from games.rules.kernel.contract import AnyRules
from games.web.disputes.case_parts import line_name

RECENT = 6  # lines beside the table
LATEST = 30  # lines shown at first, new ones included
STEP = 100  # older lines that each press adds
MOST = 10_000
FLAG = "flag"  # query field: show with each line a link that reports it


@dataclass(frozen=True)
class Select:
    """One filter for lines."""

    name: str
    label: str
    options: Sequence[SelectOption]


class ShownLine(NamedTuple):
    """A line of the log, the name to report it by if that was asked for, and its place."""

    text: str
    flag: str = ""
    place: int = 0  # in the whole log, for links to it once the match is over
    note: str = ""  # who made the move, if it wasn't the seat's own player


@dataclass(frozen=True)
class Story:
    """The log to show: lines up to the reader's last move, and the new ones since."""

    latest: Sequence[ShownLine]
    new: Sequence[ShownLine]
    older: int  # the number of lines before these
    more: str  # the query for more of them
    selects: Sequence[Select]
    is_chosen: bool  # a filter is set
    flags: bool  # each line has a link that reports it


@dataclass(frozen=True)
class RecentStory:
    """What has happened since the reader's last move, as far as the table's tab says it."""

    lines: Sequence[str]
    count: int  # of all lines since
    went_back: bool

    @property
    def more(self) -> int:
        return self.count - len(self.lines)


def recent(seat_view: SeatView) -> RecentStory:
    """Say the last lines of what has happened since the reader's last move."""
    found = seat_view.story.lines_since(seat_view.last_move)
    lines = [line.text for line in found[-RECENT:]]
    return RecentStory(lines, len(found), seat_view.story.went_back(seat_view.last_move))


def history(seat_view: SeatView, asked: Mapping[str, str]) -> Story:
    """Give the log to a player, with a name for each line to report it by."""
    names = partial(line_name, seat_view.seat)
    moves = list(_by_stand_ins(seat_view.match))

    def note_of(line: StoryLine) -> str:
        for seat, first, last in moves:
            if (first or 0) <= line.number <= (last or 0) and seat in line.who:
                return gettext("by a stand-in for %(name)s") % {"name": seat_view.names.seat(seat)}
        return ""

    return story(
        seat_view.story,
        seat_view.last_move,
        seat_view.names,
        asked,
        names,
        note_of,
        is_over=seat_view.is_over,
    )


@kept
def _by_stand_ins(match: Match) -> QuerySet[Submission, tuple[int, int | None, int | None]]:
    """Find the moves that stand-ins made: whose seat, and the first and last event of each."""
    played = Submission.objects.filter(match=match, door=Door.STAND_IN, first_event__isnull=False)
    return played.order_by("pk").values_list("seat__number", "first_event", "last_event")


@dataclass(frozen=True)
class LineFilter:
    """The filters that an address asks for; invalid ones are ignored."""

    who: int | None
    part: int | None
    about: str
    lines: int
    flags: bool

    @classmethod
    def of(cls, asked: Mapping[str, str], rules: AnyRules) -> LineFilter:
        about = asked.get("about", "")
        return cls(
            _number(asked.get("who", "")),
            _number(asked.get("part", "")),
            about if about in rules.text.topics else "",
            min(_number(asked.get("lines", "")) or 0, MOST),
            bool(asked.get(FLAG)),
        )

    @property
    def is_all(self) -> bool:
        return self.who is None and self.part is None and not self.about

    def takes(self, line: StoryLine, rules: AnyRules) -> bool:
        """Tell whether a line passes the filters."""
        return (
            (self.who is None or self.who in line.who)
            and (self.part is None or self.part == line.part)
            and (not self.about or line.kind in rules.text.topics[self.about])
        )

    def query(self, lines: int) -> str:
        """Write the query for the same filters with so many lines."""
        chosen = {"who": self.who, "part": self.part, "about": self.about or None, "lines": lines}
        chosen[FLAG] = 1 if self.flags else None
        return urlencode({name: value for name, value in chosen.items() if value is not None})


def _number(told: str) -> int | None:
    return int(told) if told.isascii() and told.isdigit() and len(told) < 6 else None


def story(
    telling: MatchStory,
    last_move: int,
    names: Names,
    asked: Mapping[str, str],
    name_of: Callable[[int], str] | None = None,
    note_of: Callable[[StoryLine], str] = lambda line: "",
    *,
    is_over: bool = False,
) -> Story:
    """Filter the log and split it after the reader's last move; `name_of` names a line to report it by."""
    rules = names.rules
    wanted = LineFilter.of(asked, rules)
    chosen = [line for line in telling.lines if wanted.takes(line, rules)]
    before = [line for line in chosen if line.number <= last_move]
    after = [line for line in chosen if line.number > last_move]
    flags = wanted.flags and name_of is not None
    places = {line.number: place for place, line in enumerate(telling.lines, 1)} if is_over else {}

    def told(lines: Sequence[StoryLine]) -> list[ShownLine]:
        return [
            ShownLine(
                line.text,
                name_of(line.number) if flags and name_of else "",
                places.get(line.number, 0),
                note_of(line),
            )
            for line in lines
        ]

    new = told(after)
    if wanted.is_all and telling.went_back(last_move):
        new = [ShownLine(gettext(BACK)), *new]
    shown = max(wanted.lines, LATEST - len(new), 3) if wanted.is_all else max(wanted.lines, STEP)
    older = max(len(before) - shown, 0)
    selects = list(_selects(telling, names, wanted))
    more = wanted.query(shown + STEP)
    return Story(told(before[older:]), new, older, more, selects, not wanted.is_all, flags)


def _selects(telling: MatchStory, names: Names, wanted: LineFilter) -> list[Select]:
    """Offer filters by player, part of the log, and topic."""
    rules = names.rules
    parts = {line.part: line.text for line in telling.lines if line.kind in rules.text.chapters}
    ways = (
        ("who", gettext("Player"), {str(number): name for number, name in names.seats.items()}),
        ("part", gettext("When"), {str(part): f"{part}. {text}" for part, text in reversed(parts.items())}),
        ("about", gettext("Topic"), {key: _topic(names, key) for key in rules.text.topics}),
    )
    chosen = {"who": wanted.who, "part": wanted.part, "about": wanted.about}
    return [
        Select(
            name, label, [SelectOption(key, text, key == str(chosen[name])) for key, text in options.items()]
        )
        for name, label, options in ways
        if options
    ]


def _topic(names: Names, key: str) -> str:
    return names.word(f"topic.{key}", otherwise=readable(key))
