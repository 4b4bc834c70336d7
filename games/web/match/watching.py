"""What an onlooker sees of a match: only what everybody may know, and no buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from games.infra.statements import kept
from games.models import Deadline, DeadlineKind, DeadlineState, Match, Seat
from games.play import history
from games.present import generic_view
from games.present.match_view import MatchView, load_log
from games.present.motion import motion
from games.present.ranking import ranking, tie_broken
from games.present.story import MatchStory
from games.rules.kernel.seats import PUBLIC
from games.web.match.ceremony_part import ceremony_context
from games.web.match.story_part import story
from games.web.match.waiting import waited_at


@dataclass(repr=False)
class Watching(MatchView):
    watched: Match
    now: datetime
    records: history.Records
    table: Any

    @classmethod
    def of(cls, match: Match, now: datetime) -> Watching:
        """Load a match to watch; raise HistoryBroken or TooNew."""
        return cls(match, now, *load_log(match))

    @property
    def match(self) -> Match:
        return self.watched

    @property
    def number(self) -> None:
        return None

    @cached_property
    def view(self) -> Any:
        """Give the public view, also after the end: only the players see all cards then."""
        return self.match.rules.core.view(self.table.state, PUBLIC)

    @cached_property
    def story(self) -> MatchStory:
        return MatchStory(self.match.rules, self.records, self.table, lambda number: PUBLIC, self.names)


def shown(match: Match) -> list[object]:
    """Give everything that changes on an onlooker's page, without loading the table."""
    return [match.status, match.version, _seats(match), _clocks(match)]


@kept
def _seats(match: Match) -> QuerySet[Seat, tuple[int, bool]]:
    return Seat.objects.filter(match=match).order_by("number").values_list("generation", "on_autopilot")


@kept
def _clocks(match: Match) -> QuerySet[Deadline, tuple[int | None, datetime]]:
    due = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return due.order_by("seat", "due_at", "pk").values_list("seat", "due_at")


def watch_context(watching: Watching, asked_for: Mapping[str, str]) -> dict[str, Any]:
    """Gather what an onlooker's page shows."""
    match, table = watching.match, {seat.number: seat for seat in watching.seats}
    clocks = {(match.pk, number): clock for number, clock in watching.deadlines.items()}
    return {
        "players": [watching.names.seat(number) for number in sorted(table)],
        "waited": waited_at(match, table, clocks, frozenset()),
        **generic_view.board_context(watching.view, watching.names),
        "story": story(watching.story, match.version, watching.names, asked_for),
        "ranking": (ranked := ranking(watching)),
        "tie": tie_broken(ranked, watching.names),
        "motion": motion(watching, lambda number: PUBLIC),
        **ceremony_context(watching),
        "now": watching.now,
    }
